class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
new TreeMap<Object, Integer>().put(new Object(), 1);
}
}
