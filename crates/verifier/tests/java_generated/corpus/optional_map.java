class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Optional<String> q = Optional.of(s).map(v -> { Log.count++; return v; });
assert Log.count == 0;
}
}
