// safe: what any entry of a menu writes contains no script, whichever kind it is.
import org.sosy_lab.sv_benchmarks.Verifier;

public class Menu {
  abstract static class Entry {
    Entry next;

    abstract String html();
  }

  static class Link extends Entry {
    private final String label;

    Link(String label) {
      this.label = label.replace("<", "&lt;");
    }

    String html() {
      return "<li>" + label + "</li>";
    }
  }

  static class Line extends Entry {
    String html() {
      return "<hr>";
    }
  }

  public static void main(String[] args) {
    Entry first = null;
    int count = Verifier.nondetInt();
    for (int i = 0; i < count; i++) {
      Entry entry = Verifier.nondetBoolean() ? new Link(Verifier.nondetString()) : new Line();
      entry.next = first;
      first = entry;
    }
    for (Entry entry = first; entry != null; entry = entry.next) {
      assert !entry.html().contains("<script");
    }
  }
}
