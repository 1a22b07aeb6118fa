class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Iterator<Integer> it = List.of(1, 2).iterator();
it.next();
it.remove();
}
}
