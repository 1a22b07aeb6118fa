import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Calls methods of the library for the test of its models. A block in names a method and has the arguments of many
 * calls, a block out has what each of them did. Blocks and texts begin with their length; a value begins with its kind.
 */
public class Models {
    static final int NULL = 0, INT = 1, TEXT = 2, TEXTS = 3, OTHER = 4, THROWN = 5;

    public static void main(String[] arguments) throws Exception {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
        for (int length = in.readInt(); length > 0; length = in.readInt()) {
            byte[] block = new byte[length];
            in.readFully(block);
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            answer(new DataInputStream(new ByteArrayInputStream(block)), new DataOutputStream(answer));
            out.writeInt(answer.size());
            answer.writeTo(out);
            out.flush();
        }
    }

    /** Without calls it says of what kind the method is, else what each call does. */
    static void answer(DataInputStream in, DataOutputStream out) throws Exception {
        String owner = readText(in), name = readText(in), descriptor = readText(in);
        int calls = in.readInt();
        Class<?> type = Class.forName(owner.replace('/', '.'));
        Class<?>[] parameters = MethodType.fromMethodDescriptorString(descriptor + "V", null).parameterArray();
        Executable method = name.equals("<init>")
            ? type.getDeclaredConstructor(parameters) : type.getMethod(name, parameters);
        if (calls == 0) {
            out.writeByte(method instanceof Constructor ? 'C' : Modifier.isStatic(method.getModifiers()) ? 'S' : 'V');
            return;
        }
        boolean hasReceiver = !(method instanceof Constructor) && !Modifier.isStatic(method.getModifiers());
        for (int call = 0; call < calls; call++) {
            Object[] parts = new Object[hasReceiver ? in.readByte() : 0];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = read(in);
            }
            Object[] values = new Object[parameters.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = convert(read(in), parameters[i]);
            }
            Object receiver;
            try {
                receiver = hasReceiver ? receiver(parts, type) : null;
            } catch (RuntimeException thrown) {
                out.writeByte(THROWN);
                writeText(out, "receiver");
                continue;
            }
            call(method, receiver, values, out);
        }
    }

    static void call(Executable method, Object receiver, Object[] values, DataOutputStream out) throws Exception {
        Object result;
        try {
            if (method instanceof Constructor) {
                result = ((Constructor<?>) method).newInstance(values);
            } else {
                result = ((Method) method).invoke(receiver, values);
            }
        } catch (InvocationTargetException thrown) {
            out.writeByte(THROWN);
            writeText(out, thrown.getCause().getClass().getName().replace('.', '/'));
            return;
        }
        write(out, result);
        write(out, receiver instanceof CharSequence ? receiver
            : receiver instanceof StringTokenizer tokens ? rest(tokens) : null);
        for (Object value : values) {
            if (value instanceof char[]) {
                write(out, value);
            }
        }
    }

    /** What is left of the text: without delimiters it is the next token. */
    static String rest(StringTokenizer tokens) {
        try {
            return tokens.nextToken("");
        } catch (NoSuchElementException none) {
            return "";
        }
    }

    /** The object with the parts, which the models say that objects of the class have. */
    static Object receiver(Object[] parts, Class<?> type) {
        return switch (type.getName()) {
            case "java.util.StringTokenizer" -> new StringTokenizer((String) parts[0], (String) parts[1]);
            case "java.util.regex.Pattern" -> pattern(parts);
            case "java.util.regex.Matcher" -> {
                Matcher matcher = pattern(parts).matcher((String) parts[2]);
                if ((Long) parts[3] == 0) {
                    matcher.find();
                }
                yield matcher;
            }
            default -> convert(parts[0], type);
        };
    }

    static Pattern pattern(Object[] parts) {
        return Pattern.compile((String) parts[0], (int) (long) (Long) parts[1]);
    }

    /** A value as one of a type. */
    static Object convert(Object value, Class<?> type) {
        if (value == null) {
            return null;
        }
        if (value instanceof Object[] values) {
            Object[] array = (Object[]) Array.newInstance(type.getComponentType(), values.length);
            for (int i = 0; i < values.length; i++) {
                array[i] = values[i] instanceof Long ? convert(values[i], Integer.class) : values[i];
            }
            return array;
        }
        if (value instanceof String text) {
            return type == char[].class ? text.toCharArray()
                : type == byte[].class ? bytes(text)
                : type == Locale.class ? Locale.forLanguageTag(text)
                : type == Charset.class ? Charset.forName(text)
                : type == StringBuilder.class ? new StringBuilder(text)
                : type == StringBuffer.class ? new StringBuffer(text) : text;
        }
        long number = (Long) value;
        return type == int.class || type == Integer.class ? (Object) (int) number
            : type == char.class || type == Character.class ? (Object) (char) number
            : type == boolean.class || type == Boolean.class ? (Object) (number != 0)
            : type == byte.class || type == Byte.class ? (Object) (byte) number
            : type == short.class || type == Short.class ? (Object) (short) number
            : type == float.class ? (Object) (float) (number / 7.0)
            : type == double.class ? (Object) (number / 7.0) : (Object) number;
    }

    static byte[] bytes(String text) {
        byte[] bytes = new byte[text.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) text.charAt(i);
        }
        return bytes;
    }

    static Object read(DataInputStream in) throws IOException {
        switch (in.readByte()) {
            case INT:
                return in.readLong();
            case TEXT:
                return readText(in);
            case TEXTS:
                Object[] values = new Object[in.readInt()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = read(in);
                }
                return values;
            default:
                return null;
        }
    }

    static void write(DataOutputStream out, Object value) throws IOException {
        if (value == null) {
            out.writeByte(NULL);
        } else if (value instanceof CharSequence text) {
            out.writeByte(TEXT);
            writeText(out, text.toString());
        } else if (value instanceof char[] characters) {
            out.writeByte(TEXT);
            writeText(out, new String(characters));
        } else if (value instanceof byte[] bytes) {
            out.writeByte(TEXT);
            StringBuilder text = new StringBuilder();
            for (byte unit : bytes) {
                text.append((char) (unit & 0xFF));
            }
            writeText(out, text.toString());
        } else if (value instanceof Character || value instanceof Boolean || value instanceof Number) {
            writeNumber(out, value);
        } else if (value instanceof Object[] texts) {
            out.writeByte(TEXTS);
            out.writeInt(texts.length);
            for (Object text : texts) {
                write(out, text);
            }
        } else {
            out.writeByte(OTHER);
        }
    }

    static void writeNumber(DataOutputStream out, Object value) throws IOException {
        if (value instanceof Float || value instanceof Double) {
            out.writeByte(OTHER);
            return;
        }
        out.writeByte(INT);
        out.writeLong(value instanceof Character unit ? unit
            : value instanceof Boolean truth ? (truth ? 1 : 0) : ((Number) value).longValue());
    }

    static String readText(DataInputStream in) throws IOException {
        char[] text = new char[in.readInt()];
        for (int i = 0; i < text.length; i++) {
            text[i] = in.readChar();
        }
        return new String(text);
    }

    static void writeText(DataOutputStream out, String text) throws IOException {
        out.writeInt(text.length());
        out.writeChars(text);
    }
}
