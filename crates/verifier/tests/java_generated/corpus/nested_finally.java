class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int n = 0;
try { try { n = 1; throw new Trouble(1); } finally { n = n * 2 + 1; } } catch (Trouble e) { n = n * 2; } finally { n++; }
assert n != 7;
}
}
