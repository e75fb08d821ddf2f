package dev.varve.series;

/**
 * What a packing has done so far, or would do.
 *
 * @param total the events that were stored as items when it began
 * @param events the events that are packed
 * @param blocks the buckets that they are packed into
 * @param itemBytes the bytes of their items, which are removed
 * @param blockBytes the bytes of the blocks that hold them
 */
public record PackingReport(long total, long events, long blocks, long itemBytes, long blockBytes) {}
