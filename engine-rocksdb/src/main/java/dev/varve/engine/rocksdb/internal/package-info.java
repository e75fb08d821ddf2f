/**
 * Owns what tables do on the store: rows with their indexes, expiry entries and changes in one commit, reads, sweeps,
 * audits; leaves bytes to {@code codec}, RocksDB to {@code store}, and the meaning of requests to core's {@code embedded}.
 */
@NullMarked
package dev.varve.engine.rocksdb.internal;

import org.jspecify.annotations.NullMarked;
