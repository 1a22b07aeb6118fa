package stringent.stub;

import java.util.Collection;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Methods of collections in terms of simpler ones. */
final class Collections {
  static void forEach(Collection<Object> all, Consumer<Object> walk) {
    for (Object one : all) walk.accept(one);
  }

  static boolean removeIf(Collection<Object> all, Predicate<Object> goes) {
    boolean changed = false;
    Iterator<Object> walk = all.iterator();
    while (walk.hasNext()) {
      if (goes.test(walk.next())) {
        walk.remove();
        changed = true;
      }
    }
    return changed;
  }

  static boolean containsAll(Collection<Object> all, Collection<Object> others) {
    for (Object one : others) if (!all.contains(one)) return false;
    return true;
  }
}
