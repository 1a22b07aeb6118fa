import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.HashMap;
import java.util.Map;

/**
 * Runs programs, each with fresh classes. A line of the input names a program and a run and has its arguments; a line of the
 * output repeats both and tells which exception left the program, and where, or that none did.
 */
public final class Run extends ClassLoader {
  private static final Map<String, byte[]> CODE = new HashMap<>();

  private Run() {
    super(ClassLoader.getPlatformClassLoader());
    setDefaultAssertionStatus(true);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] code = CODE.get(name);
    if (code == null) throw new ClassNotFoundException(name);
    return defineClass(name, code, 0, code.length);
  }

  public static void main(String[] folder) throws Exception {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Paths.get(folder[0]), "*.class")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        CODE.put(name.substring(0, name.length() - 6), Files.readAllBytes(file));
      }
    }
    PrintStream told = new PrintStream(System.out, false, "UTF-8");
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    System.setErr(new PrintStream(OutputStream.nullOutputStream()));
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split(" ", -1);
      told.println(words[0] + " " + words[1] + " " + ending(words));
    }
    told.flush();
  }

  private static String ending(String[] words) throws Exception {
    Class<?> program = new Run().loadClass(words[0]);
    Class<?>[] types =
        new Class<?>[] {
          int.class, int.class, long.class, boolean.class, char.class, String.class, String.class
        };
    Method entry = program.getDeclaredMethod("run", types);
    entry.setAccessible(true);
    try {
      entry.invoke(
          null,
          Integer.valueOf(words[2]),
          Integer.valueOf(words[3]),
          Long.valueOf(words[4]),
          Boolean.valueOf(words[5]),
          (char) Integer.parseInt(words[6]),
          text(words[7]),
          text(words[8]));
      return "-";
    } catch (InvocationTargetException thrown) {
      return named(thrown.getCause());
    }
  }

  /** A text is a letter, and then four digits a code unit; the word for nothing is null. */
  private static String text(String word) {
    if (word.equals("null")) return null;
    StringBuilder text = new StringBuilder();
    for (int at = 1; at < word.length(); at += 4) {
      text.append((char) Integer.parseInt(word.substring(at, at + 4), 16));
    }
    return text.toString();
  }

  private static String named(Throwable thrown) {
    if (thrown instanceof VirtualMachineError) return "?";
    if (!(thrown instanceof AssertionError) && !(thrown instanceof RuntimeException)) return "-";
    String name = thrown.getClass().getName();
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (CODE.containsKey(frame.getClassName())) {
        if (isMaking(frame, thrown)) continue;
        return name.substring(name.lastIndexOf('.') + 1) + " " + frame.getFileName() + ":" + frame.getLineNumber();
      }
    }
    return name.substring(name.lastIndexOf('.') + 1) + " -";
  }

  /** The constructors of an exception are not where it is thrown. */
  private static boolean isMaking(StackTraceElement frame, Throwable thrown) {
    Class<?> type = thrown.getClass();
    while (type != null && !type.getName().equals(frame.getClassName())) type = type.getSuperclass();
    return type != null && frame.getMethodName().equals("<init>");
  }
}
