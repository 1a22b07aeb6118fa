class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Base[] a = new Base[j & 7];
for (int k = 0; k < a.length; k++) a[k] = new Base(k);
a[0].n = 9;
assert a[a.length - 1].n < 2;
}
}
