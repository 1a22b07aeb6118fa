class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Box<Object> x = new Box<>(1);
Box<String> y = (Box) x;
String u = y.get();
}
}
