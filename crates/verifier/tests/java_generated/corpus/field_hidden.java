class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Base o = new Derived(1);
assert !o.s.equals("b");
}
}
