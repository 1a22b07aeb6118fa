// unsafe: a third kind of entry writes a script.
import org.sosy_lab.sv_benchmarks.Verifier;

public class MenuTwin {
  abstract static class Entry {
    Entry next;

    abstract String html();
  }

  static class Line extends Entry {
    String html() {
      return "<hr>";
    }
  }

  static class Count extends Entry {
    private String body = "<script>";

    String html() {
      return body + "count()</script>";
    }
  }

  public static void main(String[] args) {
    Entry first = null;
    int count = Verifier.nondetInt();
    for (int i = 0; i < count; i++) {
      Entry entry = i == 0 ? new Count() : new Line();
      entry.next = first;
      first = entry;
    }
    for (Entry entry = first; entry != null; entry = entry.next) {
      assert !entry.html().contains("<script");
    }
  }
}
