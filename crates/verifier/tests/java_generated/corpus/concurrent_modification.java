class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<Integer> m = new ArrayList<>(Arrays.asList(1, 2, 3));
for (int v : m) if (v == 1) m.remove(0);
}
}
