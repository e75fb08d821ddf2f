/**
 * Owns the exceptions of Varve, each with a stable code and a hint whether to retry; leaves everyday outcomes to result
 * types.
 */
@NullMarked
package dev.varve.error;

import org.jspecify.annotations.NullMarked;
