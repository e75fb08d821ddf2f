/**
 * Owns key templates: how a key is written, parsed back and cut into the partitions of a time range; leaves items and
 * reading them to the packages beside it.
 *
 * <p>Everything here is pure. The texts are described in {@code docs/format/keys.md}.
 */
@NullMarked
package dev.varve.core.key;

import org.jspecify.annotations.NullMarked;
