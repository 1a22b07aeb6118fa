class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
PriorityQueue<Integer> m = new PriorityQueue<>();
m.add(3);
m.add(1);
assert m.poll() == 3;
}
}
