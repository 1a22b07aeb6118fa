class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Stack<Integer> q = new Stack<>();
q.push(1);
q.push(2);
assert q.get(0) != 1 || q.peek() != 2;
}
}
