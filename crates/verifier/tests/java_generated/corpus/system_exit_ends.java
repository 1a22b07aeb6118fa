class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Runtime.getRuntime().addShutdownHook(new Thread(() -> Log.count++));
assert Log.count != 0;
}
}
