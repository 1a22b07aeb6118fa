class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Object[] a = {"x", 1};
String[] d = new String[2];
System.arraycopy(a, 0, d, 0, 2);
}
}
