class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<Object> one = new ArrayList<>();
one.add(new Derived(1));
int before = Log.count;
String u = "" + one;
assert Log.count == before;
}
}
