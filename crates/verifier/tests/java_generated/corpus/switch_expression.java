class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int k = switch (i) { case 0 -> 1; case 1 -> { Log.count++; yield 2; } default -> 3; };
assert k != 2;
}
}
