class P0 {
static class F { protected void finalize() { Log.count++; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
for (int k = 0; k < 3; k++) { new F(); }
System.gc();
System.runFinalization();
Thread.sleep(50);
assert Log.count == 0;
}
}
