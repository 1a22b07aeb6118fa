class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<Base> all = new ArrayList<>();
all.add(new Base(2));
all.add(new Base(1));
int before = Log.count;
Collections.sort(all);
assert Log.count == before;
}
}
