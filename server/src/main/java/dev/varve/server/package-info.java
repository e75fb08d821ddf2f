/** The service: what is asked for by HTTP and how it is answered. */
@NullMarked
package dev.varve.server;

import org.jspecify.annotations.NullMarked;
