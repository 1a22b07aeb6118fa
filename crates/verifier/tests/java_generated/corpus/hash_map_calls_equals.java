class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<Object, Integer> m = new HashMap<>();
m.put(new Derived(1), 1);
m.put(new Derived(1), 2);
assert m.size() == 2;
}
}
