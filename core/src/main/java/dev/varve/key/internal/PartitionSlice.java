package dev.varve.key.internal;

/** The part of one partition to read: its shard number, its key, and the bounds of the sort key. */
public record PartitionSlice(int shard, String partition, SortBounds bounds) {}
