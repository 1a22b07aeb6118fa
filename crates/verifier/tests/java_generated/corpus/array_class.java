class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Object o = new int[0];
assert !(o instanceof Cloneable);
}
}
