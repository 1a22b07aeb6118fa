class P0 {
static class Q implements CharSequence { public int length() { Log.count++; return 1; } public char charAt(int k) { Log.count++; return 'x'; } public CharSequence subSequence(int a, int e) { return "x"; } public String toString() { Log.count++; return "q"; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
CharSequence q = new Q();
new StringBuilder().append(q);
assert Log.count == 0;
}
}
