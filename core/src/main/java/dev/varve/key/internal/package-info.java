/**
 * Owns compiled key templates: they write keys, parse them, and list the partitions of a time range; leaves the
 * texts of values to {@code text}, and items and requests to other packages. Everything here is pure. {@code docs/format/keys.md} describes the texts.
 */
@NullMarked
package dev.varve.key.internal;

import org.jspecify.annotations.NullMarked;
