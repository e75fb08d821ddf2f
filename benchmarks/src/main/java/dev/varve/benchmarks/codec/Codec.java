package dev.varve.benchmarks.codec;

/** A codec for columns of doubles. */
interface Codec {

    String name();

    byte[] encode(double[] values) throws Exception;

    double[] decode(byte[] bytes, int count) throws Exception;
}
