package stringent.stub;

import java.util.Collection;
import java.util.function.Consumer;

/** Methods of collections in terms of simpler ones. */
final class Collections {
  static void forEach(Collection<Object> all, Consumer<Object> walk) {
    for (Object one : all) walk.accept(one);
  }

  static boolean containsAll(Collection<Object> all, Collection<Object> others) {
    for (Object one : others) if (!all.contains(one)) return false;
    return true;
  }
}
