class P0 {
static class K { public int hashCode() { throw new IllegalStateException(); } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Set<Object> m = new HashSet<>();
m.add(new K());
}
}
