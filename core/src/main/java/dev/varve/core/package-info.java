/**
 * Owns the errors every part of Varve speaks; leaves everything else to the packages below.
 *
 * <p>The type of an error tells a program what to do, its text tells a person how to fix it.
 */
@NullMarked
package dev.varve.core;

import org.jspecify.annotations.NullMarked;
