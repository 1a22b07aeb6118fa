class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<Object> one = new ArrayList<>();
List<Object> two = new ArrayList<>();
one.add(new Derived(1));
two.add(new Derived(1));
assert !one.equals(two);
}
}
