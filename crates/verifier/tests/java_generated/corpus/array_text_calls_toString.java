class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Object[] one = {new Derived(1)};
int before = Log.count;
Arrays.toString(one);
assert Log.count == before;
}
}
