class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<Base, Integer> m = new TreeMap<>();
Base p = new Base(1);
int before = Log.count;
m.put(p, 1);
assert Log.count == before;
}
}
