class P0 {
interface I { int X = Log.next(4); }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert I.X != 4;
}
}
