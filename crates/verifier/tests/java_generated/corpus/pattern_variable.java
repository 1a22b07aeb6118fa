class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Object x = b ? s : (Object) i;
if (x instanceof String u && u.length() == 2) assert false;
}
}
