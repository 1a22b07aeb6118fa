class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<Integer> all = new ArrayList<>(Arrays.asList(1, 2));
all.stream().forEach(v -> Log.count++);
assert Log.count == 0;
}
}
