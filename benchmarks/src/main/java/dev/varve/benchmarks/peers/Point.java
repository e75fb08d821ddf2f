package dev.varve.benchmarks.peers;

/**
 * A row of an answer.
 *
 * @param millis the clock of a reading, or the start of an hour or day
 * @param values one for each field, in their order
 */
// Points are never compared by equals, and an array is what most databases return.
@SuppressWarnings("ArrayRecordComponent")
record Point(long millis, double[] values) {}
