class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Thread r = new Thread(() -> Log.count++);
r.start();
r.join();
assert Log.count == 0;
}
}
