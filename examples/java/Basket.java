// safe: every item of a list of any length has a number from 1 to 9 and a name without a slash.
import org.sosy_lab.sv_benchmarks.Verifier;

public class Basket {
  static class Item {
    private final String name;
    private int count;
    private final Item next;

    Item(String name, int count, Item next) {
      this.name = name;
      this.count = count;
      this.next = next;
    }

    void add(int more) {
      int sum = count + more;
      count = sum > 9 || sum < 1 ? 9 : sum;
    }
  }

  public static void main(String[] args) {
    Item items = null;
    int orders = Verifier.nondetInt();
    for (int i = 0; i < orders; i++) {
      items = new Item(Verifier.nondetString().replace('/', '-'), 1, items);
    }
    for (Item item = items; item != null; item = item.next) {
      item.add(Verifier.nondetInt());
    }
    for (Item item = items; item != null; item = item.next) {
      int count = item.count;
      assert count >= 1 && count <= 9;
      assert !item.name.contains("/");
    }
  }
}
