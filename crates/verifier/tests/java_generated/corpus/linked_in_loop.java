class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Base head = null;
for (int k = 0; k < j; k++) { Base p = new Base(k); p.next = head; head = p; }
int n = 0;
while (head != null) { n += head.n; head = head.next; }
assert n != 3;
}
}
