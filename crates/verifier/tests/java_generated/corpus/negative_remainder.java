class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert j % 3 >= 0;
assert i % 3 >= 0;
}
}
