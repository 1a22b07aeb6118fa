class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
switch (s) { case "Aa": assert false; break; case "BB": assert i > 0; break; default: }
}
}
