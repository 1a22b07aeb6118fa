class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
StringBuilder q = new StringBuilder("ab");
q.insert(1, q);
assert q.length() != 4;
}
}
