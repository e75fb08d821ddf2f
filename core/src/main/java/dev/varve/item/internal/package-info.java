/** Owns the compiled record mapping: one codec per component; leaves the declaration of options to {@code item}. */
@NullMarked
package dev.varve.item.internal;

import org.jspecify.annotations.NullMarked;
