class P0 {
static class L extends ArrayList<Integer> { public boolean add(Integer v) { super.add(v); return super.add(v); } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<Integer> m = new L();
m.add(1);
assert m.size() == 1;
}
}
