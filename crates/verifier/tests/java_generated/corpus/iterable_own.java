class P0 {
static class It implements Iterable<Integer> { public Iterator<Integer> iterator() { return new Iterator<Integer>() { int k; public boolean hasNext() { return k < 2; } public Integer next() { Log.count++; return k++; } }; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
for (int v : new It()) { }
assert Log.count == 0;
}
}
