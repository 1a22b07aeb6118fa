class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
char[] a = s.toCharArray();
char[] d = a;
if (a.length > 0) { d[0] = 'z'; assert a[0] != 'z'; }
}
}
