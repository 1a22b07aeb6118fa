class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Locale.setDefault(new Locale("tr"));
assert "I".toLowerCase().equals("i");
}
}
