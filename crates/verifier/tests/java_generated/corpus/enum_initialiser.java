class P0 {
enum E { A, B; static { Log.count++; } E() { } { Log.next(0); } static { Log.count++; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int before = Log.count;
E.A.ordinal();
assert Log.count != before + 2;
}
}
