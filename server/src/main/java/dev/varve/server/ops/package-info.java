/** How the server itself is: alive, ready, measured. */
@NullMarked
package dev.varve.server.ops;

import org.jspecify.annotations.NullMarked;
