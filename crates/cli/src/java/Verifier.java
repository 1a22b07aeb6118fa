package org.sosy_lab.sv_benchmarks;

import stringent.replay.Driver;

/** Stands in for the class of SV-COMP: it gives the values that were found. */
public final class Verifier {
    private Verifier() {}

    public static void assume(boolean condition) {
        if (!condition) {
            Runtime.getRuntime().halt(1);
        }
    }

    private static long number(String method) {
        String value = Driver.next(method);
        return value == null ? 0 : Long.parseLong(value);
    }

    public static boolean nondetBoolean() {
        return number("nondetBoolean") != 0;
    }

    public static byte nondetByte() {
        return (byte) number("nondetByte");
    }

    public static char nondetChar() {
        String value = Driver.next("nondetChar");
        return value == null ? 'a' : Driver.text(value).charAt(0);
    }

    public static short nondetShort() {
        return (short) number("nondetShort");
    }

    public static int nondetInt() {
        return (int) number("nondetInt");
    }

    public static long nondetLong() {
        return number("nondetLong");
    }

    public static float nondetFloat() {
        return 0.5f;
    }

    public static double nondetDouble() {
        return 0.5;
    }

    public static String nondetString() {
        String value = Driver.next("nondetString");
        return value == null ? "" : Driver.text(value);
    }
}
