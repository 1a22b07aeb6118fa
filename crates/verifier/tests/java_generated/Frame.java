import java.util.ArrayList;
import java.util.List;

/** The classes that generated programs use. Their methods have effects, so that a call that is left out is noticed. */
interface Shape {
  int area();

  default int twice() {
    return 2 * area();
  }

  static int unit() {
    return 1;
  }
}

class Log {
  static int count;
  static String text = "";

  static int next(int by) {
    count += by;
    return count;
  }

  static boolean is(boolean answer) {
    count++;
    return answer;
  }
}

class Base implements Shape, Comparable<Base> {
  static int made;
  static Base last;
  int n;
  long w = 1;
  String s = "b";
  Base next;
  short narrow;
  char letter = 'a';
  byte small;
  boolean flag;

  Base(int n) {
    this.n = n;
    made++;
    last = this;
    started();
  }

  void started() {
    Log.count++;
  }

  public int area() {
    return n;
  }

  int virt(int k) {
    return n + k;
  }

  int both(int k) {
    return virt(k) - virt(k + 1);
  }

  static int stat(int k) {
    return k * 2;
  }

  static int rec(int k) {
    return k <= 0 ? 0 : 1 + rec(k - 1);
  }

  static int sum(int... all) {
    int sum = 0;
    for (int one : all) sum += one;
    return sum;
  }

  static int risky(int k) throws Checked {
    if (k > 2) throw new Checked("k" + k);
    return k;
  }

  static int ended(int k) {
    try {
      if (k == 1) throw new Trouble(k);
      return k;
    } finally {
      Log.count += 5;
      if (k == 2) return 22;
    }
  }

  synchronized int sync(int k) {
    n += k;
    return n;
  }

  public int compareTo(Base other) {
    Log.count += 1000;
    return n - other.n;
  }
}

class Derived extends Base {
  String s = "d";
  int more = 4;

  Derived(int n) {
    super(n + 1);
  }

  @Override
  void started() {
    Log.count += more + 2;
  }

  @Override
  public int area() {
    return n > 3 ? 3 : n;
  }

  @Override
  int virt(int k) {
    return super.virt(k) * 2;
  }

  static int stat(int k) {
    return k * 3;
  }

  @Override
  public boolean equals(Object other) {
    Log.count += 7;
    return other instanceof Derived && ((Derived) other).n == n;
  }

  @Override
  public int hashCode() {
    Log.count += 10;
    return n & 3;
  }

  @Override
  public String toString() {
    Log.count += 100;
    if (n == 5) throw new Trouble(n);
    return "D" + n;
  }
}

class Trouble extends RuntimeException {
  final int code;

  Trouble(int code) {
    super("t" + code);
    this.code = code;
  }
}

class Worse extends Trouble {
  Worse(int code) {
    super(code + 1);
  }

  @Override
  public String getMessage() {
    Log.count += 3;
    return "w";
  }
}

class Checked extends Exception {
  Checked(String message) {
    super(message);
  }
}

class Loud {
  static final int KNOWN = 7;
  static int v = Log.next(3);
  static final Integer BOX = Log.next(5);

  static {
    if (Log.count > 10) v = 9;
  }

  static int touch() {
    return v;
  }
}

class LoudChild extends Loud {
  static int c = Log.next(20);
}

enum Colour {
  RED(1),
  GREEN(2),
  BLUE(3) {
    @Override
    int weight() {
      return 9;
    }
  };

  final int k;

  Colour(int k) {
    this.k = k;
  }

  int weight() {
    return k;
  }
}

record Pair(int a, String b) {
  int both() {
    return a + b.length();
  }
}

class Outer {
  int v = 1;

  class Inner {
    int w = 2;

    int sum() {
      return v + w;
    }

    void set(int k) {
      v = k;
      w++;
    }
  }
}

class Source implements AutoCloseable {
  final int k;

  Source(int k) {
    this.k = k;
    Log.count += 2;
  }

  @Override
  public void close() {
    Log.count *= 2;
    if (k == 4) throw new Trouble(4);
  }
}

class Box<T> {
  T held;

  Box(T held) {
    this.held = held;
  }

  T get() {
    return held;
  }

  List<T> many(int k) {
    List<T> all = new ArrayList<>();
    for (int at = 0; at < k; at++) all.add(held);
    return all;
  }
}
