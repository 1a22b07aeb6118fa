package org.sosy_lab.sv_benchmarks;

/** Stands for the class of the same name: what it gives comes from the outside. */
public final class Verifier {
  private Verifier() {}

  public static native String nondetString();

  public static native boolean nondetBoolean();

  public static native int nondetInt();
}
