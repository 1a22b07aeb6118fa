class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Set<Integer> m = new HashSet<>();
m.add(2);
m.add(17);
for (int k : m) { assert k == 2; break; }
}
}
