class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Comparable<Object> q = (Comparable<Object>) (Comparable) new Base(1);
q.compareTo("x");
}
}
