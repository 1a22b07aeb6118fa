class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int n = 0;
for (int k = 0; k < j; k++) { try { if (k == 1) throw new Trouble(k); n++; } catch (Trouble e) { n += 10; } finally { n += 100; } }
assert n != 312;
}
}
