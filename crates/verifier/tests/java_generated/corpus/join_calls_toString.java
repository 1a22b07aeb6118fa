class P0 {
static class Q implements CharSequence { public int length() { return 1; } public char charAt(int k) { return 'x'; } public CharSequence subSequence(int a, int e) { return "x"; } public String toString() { Log.count++; return "q"; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
CharSequence q = new Q();
String.join("-", q, "x");
assert Log.count == 0;
}
}
