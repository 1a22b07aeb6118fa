import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles many programs in one run of the JVM. Each line of the standard input is a folder for the classes and the sources,
 * separated by tabs. For each one line is written: empty when it was compiled, else what the compiler said first.
 */
class Batch {
    public static void main(String[] none) throws Exception {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.split("\t");
            Files.createDirectories(Path.of(parts[0]));
            String[] fixed = {"-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-classpath", "", "-sourcepath", "",
                "-processorpath", "", "--module-path", "", "-d"};
            String empty = Path.of("").toAbsolutePath().toString();
            for (int at = 0; at < fixed.length; at++) fixed[at] = fixed[at].isEmpty() ? empty : fixed[at];
            String[] arguments = java.util.Arrays.copyOf(fixed, fixed.length + parts.length);
            System.arraycopy(parts, 0, arguments, fixed.length, parts.length);
            ByteArrayOutputStream told = new ByteArrayOutputStream();
            int code = javac.run(null, told, told, arguments);
            String first = code == 0 ? "" : "no: " + told.toString(StandardCharsets.UTF_8).lines().findFirst().orElse("");
            System.out.println(first);
            System.out.flush();
        }
    }
}
