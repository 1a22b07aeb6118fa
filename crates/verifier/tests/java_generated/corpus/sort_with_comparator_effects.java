class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<Integer> all = new ArrayList<>(Arrays.asList(3, 1, 2));
all.sort((x, y) -> { Log.count++; return x - y; });
assert Log.count == 0;
}
}
