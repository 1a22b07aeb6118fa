class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<Object> raw = (List) new ArrayList<String>();
raw.add(1);
List<String> all = (List) raw;
String u = all.get(0);
}
}
