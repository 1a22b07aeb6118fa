class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int before = Log.count;
Map<Object, Integer> m = new HashMap<>();
Derived d = new Derived(1);
m.put("x", 1);
before = Log.count;
m.get(d);
assert Log.count == before;
}
}
