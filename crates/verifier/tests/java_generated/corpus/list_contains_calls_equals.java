class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<Object> all = new ArrayList<>();
all.add(new Derived(1));
Object d = new Derived(1);
int before = Log.count;
all.contains(d);
assert Log.count == before;
}
}
