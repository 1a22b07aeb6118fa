class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Supplier<Base> f = () -> new Derived(1);
int before = Base.made;
f.get();
assert Base.made == before;
}
}
