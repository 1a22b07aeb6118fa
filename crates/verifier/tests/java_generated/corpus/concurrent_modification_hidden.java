class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<Integer> m = new ArrayList<>(Arrays.asList(1, 2, 3));
int n = 0;
for (int v : m) { n++; if (v == 2) m.remove(0); }
assert n == 3;
}
}
