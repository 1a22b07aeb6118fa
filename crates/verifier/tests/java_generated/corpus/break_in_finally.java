class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int n = 0;
while (true) { try { throw new Trouble(1); } finally { n++; break; } }
assert n != 1;
}
}
