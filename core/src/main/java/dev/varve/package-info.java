/**
 * Owns the way in: a database opened on an engine. Leaves everything it does to the packages below {@code core}, and the
 * engines to their modules.
 */
@NullMarked
package dev.varve;

import org.jspecify.annotations.NullMarked;
