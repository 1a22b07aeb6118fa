class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Set<Integer> m = new HashSet<>();
for (int k = 0; k < 14; k++) m.add(k);
for (int k = 0; k < 14; k++) m.remove(k);
m.add(17);
m.add(2);
for (int k : m) { assert k == 17; break; }
}
}
