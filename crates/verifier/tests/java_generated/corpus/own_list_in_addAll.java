class P0 {
static class L extends AbstractList<Integer> { public Integer get(int k) { Log.count++; return k; } public int size() { Log.count++; return 2; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<Integer> all = new ArrayList<>();
all.addAll(new L());
assert Log.count == 0;
}
}
