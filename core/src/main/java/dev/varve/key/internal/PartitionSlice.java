package dev.varve.key.internal;

/** What to read from one partition: the partition, the shard it is, and the bounds inside it. */
public record PartitionSlice(int shard, String partition, SortBounds bounds) {}
