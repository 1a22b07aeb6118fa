class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map.of("a", 1).get(null);
}
}
