class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<Colour, Integer> m = new EnumMap<>(Colour.class);
m.put(Colour.BLUE, 1);
m.put(Colour.RED, 2);
for (Colour k : m.keySet()) { assert k == Colour.BLUE; break; }
}
}
