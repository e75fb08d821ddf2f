/** Owns the bytes of row pages: encoding, decoding and changing them; pure. Leaves keys, items and tables to the rollup. */
@NullMarked
package dev.varve.rollup.internal.page;

import org.jspecify.annotations.NullMarked;
