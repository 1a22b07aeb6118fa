package stringent.replay;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Runs an entry with values that were found, and tells on the standard error which exception left it.
 *
 * The standard input has a word that begins each line of the answer, the class and the method of the entry, and then
 * one line a value: what it is for, and the value.
 */
public final class Driver {
    private static final Deque<String[]> ANSWERS = new ArrayDeque<>();
    private static final Map<String, String> GIVEN = new HashMap<>();

    private Driver() {}

    /** The next value that a method of the Verifier gives; null when none was found for it. */
    public static synchronized String next(String method) {
        String[] answer = ANSWERS.peek();
        return answer == null || !answer[0].equals(method) ? null : ANSWERS.remove()[1];
    }

    public static void main(String[] none) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        String mark = lines.readLine();
        String type = lines.readLine();
        String name = lines.readLine();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int end = line.lastIndexOf(' ');
            String what = line.substring(0, end);
            if (what.startsWith("call ")) {
                ANSWERS.add(new String[] {what.substring(5), line.substring(end + 1)});
            } else {
                GIVEN.put(what, line.substring(end + 1));
            }
        }
        PrintStream told = System.err;
        try {
            run(type, name);
            told.println(mark + " returned");
        } catch (InvocationTargetException thrown) {
            tell(told, mark, thrown.getCause());
        }
    }

    private static void run(String type, String name) throws Exception {
        Class<?> owner = Class.forName(type);
        Method entry = null;
        for (Method method : owner.getDeclaredMethods()) {
            entry = method.getName().equals(name) && !method.isSynthetic() ? method : entry;
        }
        entry.setAccessible(true);
        Object receiver = null;
        if (!Modifier.isStatic(entry.getModifiers())) {
            Constructor<?> maker = owner.getDeclaredConstructor();
            maker.setAccessible(true);
            receiver = maker.newInstance();
        }
        Class<?>[] types = entry.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int at = 0; at < types.length; at++) {
            arguments[at] = argument(at, types[at]);
        }
        entry.invoke(receiver, arguments);
    }

    private static Object argument(int at, Class<?> type) {
        if (type == String[].class) {
            String[] all = new String[Integer.parseInt(GIVEN.getOrDefault("count " + at, "0"))];
            Arrays.fill(all, "");
            for (int index = 0; index < all.length; index++) {
                String element = GIVEN.get("element " + at + " " + index);
                if (element == null) {
                    break;
                }
                all[index] = text(element);
            }
            return all;
        }
        if ("0".equals(GIVEN.get("there " + at))) {
            return null;
        }
        String value = GIVEN.get("argument " + at);
        if (type == String.class) return value == null ? "" : text(value);
        if (type == char.class) return value == null ? 'a' : text(value).charAt(0);
        if (type == float.class) return 0.0f;
        if (type == double.class) return 0.0;
        long number = value == null ? 0 : Long.parseLong(value);
        if (type == boolean.class) return number != 0;
        if (type == byte.class) return (byte) number;
        if (type == short.class) return (short) number;
        if (type == int.class) return (int) number;
        return number;
    }

    /** The text of code units, each four hexadecimal digits after a first letter. */
    public static String text(String digits) {
        StringBuilder text = new StringBuilder();
        for (int at = 1; at < digits.length(); at += 4) {
            text.append((char) Integer.parseInt(digits.substring(at, at + 4), 16));
        }
        return text.toString();
    }

    private static void tell(PrintStream told, String mark, Throwable thrown) {
        for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
            told.println(mark + " is " + type.getName());
        }
        for (StackTraceElement frame : thrown.getStackTrace()) {
            told.println(mark + " at " + frame.getLineNumber() + " " + frame.getFileName());
        }
    }
}
