/** Owns the ways in which people are told about alerts; leaves what there is to tell to {@code core.alert}. */
@NullMarked
package dev.varve.notify;

import org.jspecify.annotations.NullMarked;
