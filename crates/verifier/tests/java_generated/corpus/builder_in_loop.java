class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
StringBuilder q = new StringBuilder();
for (int k = 0; k < j; k++) { q.append(k); if (k == 2) q.reverse(); }
assert !q.toString().startsWith("2");
}
}
