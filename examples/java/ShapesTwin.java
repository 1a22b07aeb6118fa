// unsafe: the handler is for another class of exceptions.
import org.sosy_lab.sv_benchmarks.Verifier;

public class ShapesTwin {
  public static void main(String[] args) {
    int[] digits = {1, 2, 3};
    int at = Verifier.nondetInt();
    int seen = 0;
    try {
      seen = digits[at];
    } catch (ArrayIndexOutOfBoundsException e) {
      seen = -1;
    }
    assert seen > 0;
  }
}
