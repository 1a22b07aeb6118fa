// safe: calls by the class of the object, exceptions by their hierarchy, a class initialised once.
import org.sosy_lab.sv_benchmarks.Verifier;

public class Shapes {
  static int made = 1;

  interface Shape {
    String name();
  }

  static class Square implements Shape {
    public String name() {
      return "square";
    }
  }

  static class Odd extends Square {
    @Override
    public String name() {
      throw new IllegalStateException("odd");
    }
  }

  public static void main(String[] args) {
    Shape shape = Verifier.nondetBoolean() ? new Square() : new Odd();
    String name;
    try {
      name = shape.name();
    } catch (RuntimeException e) {
      name = e.getMessage();
    }
    assert name.equals("square") || name.equals("odd");
    assert made == 1;
  }
}
