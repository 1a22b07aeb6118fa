class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
for (int k = 0; k < j; k++) Loud.touch();
assert Log.count != 8;
}
}
