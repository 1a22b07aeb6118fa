class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
try { throw new Worse(1); } catch (Worse e) { assert e.code != 2; } catch (Trouble e) { }
}
}
