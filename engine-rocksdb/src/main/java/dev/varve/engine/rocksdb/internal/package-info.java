/**
 * Owns table operations on the store: commits of rows with their indexes, expiry entries and changes, reads, sweeps,
 * audits; leaves bytes to {@code codec}, RocksDB to {@code store}, and the meaning of requests to {@code
 * dev.varve.engine.support}.
 */
@NullMarked
package dev.varve.engine.rocksdb.internal;

import org.jspecify.annotations.NullMarked;
