// unsafe: an item begins with the number 0, and nothing is added to it.
import org.sosy_lab.sv_benchmarks.Verifier;

public class BasketTwin {
  static class Item {
    private final String name;
    private int count;
    private final Item next;

    Item(String name, Item next) {
      this.name = name;
      this.next = next;
    }
  }

  public static void main(String[] args) {
    Item items = null;
    int orders = Verifier.nondetInt();
    for (int i = 0; i < orders; i++) {
      items = new Item(Verifier.nondetString().replace('/', '-'), items);
    }
    for (Item item = items; item != null; item = item.next) {
      int count = item.count;
      assert count >= 1 && count <= 9;
      assert !item.name.contains("/");
    }
  }
}
