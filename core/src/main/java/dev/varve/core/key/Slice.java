package dev.varve.core.key;

/** What to read from one partition: the partition, the shard it is, and the bounds inside it. */
public record Slice(int shard, String partition, Bounds bounds) {}
