class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<String> m = new ArrayList<>();
m.add(null);
new ArrayDeque<>(m);
}
}
