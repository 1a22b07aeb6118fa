class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<Object, Integer> m = new HashMap<>();
Derived d = new Derived(1);
int before = Log.count;
m.put(d, 1);
assert Log.count == before;
}
}
