/**
 * Owns the texts of clocks, buckets, numbers, shards and parts inside keys; leaves templates and layouts to
 * {@code key.internal}. Everything here is pure. {@code docs/format/keys.md} describes the texts.
 */
@NullMarked
package dev.varve.key.internal.text;

import org.jspecify.annotations.NullMarked;
