class P0 {
static class E { static int v = 1 / Integer.parseInt("0"); static void touch() { } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
try { E.touch(); } catch (ExceptionInInitializerError e) { }
try { E.touch(); } catch (NoClassDefFoundError e) { assert false; }
}
}
