import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Answers questions about patterns on standard input, one a line:
 * pattern TAB flags TAB word,word,… (all but the flags in hexadecimal, four digits a code unit)
 * with one line each: "reject", or for each word two digits: found, and matched as a whole.
 */
public class Find {
    public static void main(String[] arguments) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder answers = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            answers.append(answer(line.split("\t", -1))).append('\n');
        }
        System.out.print(answers);
    }

    private static String answer(String[] question) {
        try {
            return answer(Pattern.compile(decode(question[0]), flags(question[1])), question[2]);
        } catch (PatternSyntaxException error) {
            return "reject";
        }
    }

    private static String answer(Pattern pattern, String words) {
        StringBuilder answer = new StringBuilder();
        for (String text : words.split(",", -1)) {
            String word = decode(text);
            answer.append(outcome(() -> pattern.matcher(word).find()));
            answer.append(outcome(() -> pattern.matcher(word).matches()));
        }
        return answer.toString();
    }

    /** The engine fails on a few patterns that it compiled, such as [^ab&&]. */
    private static char outcome(BooleanSupplier question) {
        try {
            return question.getAsBoolean() ? '1' : '0';
        } catch (NullPointerException bug) {
            return '?';
        }
    }

    private static String decode(String text) {
        StringBuilder decoded = new StringBuilder();
        for (int i = 0; i + 4 <= text.length(); i += 4) {
            decoded.append((char) Integer.parseInt(text.substring(i, i + 4), 16));
        }
        return decoded.toString();
    }

    private static int flags(String letters) {
        int flags = 0;
        for (char letter : letters.toCharArray()) {
            flags |= switch (letter) {
                case 'i' -> Pattern.CASE_INSENSITIVE;
                case 'm' -> Pattern.MULTILINE;
                case 's' -> Pattern.DOTALL;
                case 'x' -> Pattern.COMMENTS;
                case 'u' -> Pattern.UNICODE_CASE;
                case 'd' -> Pattern.UNIX_LINES;
                case 'U' -> Pattern.UNICODE_CHARACTER_CLASS;
                default -> throw new IllegalArgumentException("flag " + letter);
            };
        }
        return flags;
    }
}
