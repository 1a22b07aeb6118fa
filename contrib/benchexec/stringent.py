# The tool-info module of stringent for BenchExec: copy it to benchexec/tools.

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """stringent verifies Java programs that build strings."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("stringent")

    def name(self):
        return "stringent"

    def version(self, executable):
        return self._version_from_tool(executable)

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "svcomp", "--property", task.property_file]
        return command + options + list(task.input_files_or_identifier)

    def determine_result(self, run):
        """The verdict is the last line of the output."""
        lines = [line.strip() for line in run.output if line.strip()]
        verdicts = {
            "TRUE": result.RESULT_TRUE_PROP,
            "FALSE": result.RESULT_FALSE_PROP,
            "UNKNOWN": result.RESULT_UNKNOWN,
        }
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        return verdicts.get(lines[-1] if lines else "", result.RESULT_ERROR)
