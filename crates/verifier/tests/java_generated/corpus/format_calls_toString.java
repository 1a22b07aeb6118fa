class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Object o = new Derived(1);
int before = Log.count;
String.format("%s", o);
assert Log.count == before;
}
}
