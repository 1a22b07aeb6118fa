class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Base first = null;
for (int k = 0; k < j; k++) { Base p = new Base(k); if (first == null) first = p; p.n += 5; }
assert first == null || first.n == 0;
}
}
