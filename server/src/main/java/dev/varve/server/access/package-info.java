/** Tokens as they are made, listed and revoked by HTTP; what they are good for is left to auth. */
@NullMarked
package dev.varve.server.access;

import org.jspecify.annotations.NullMarked;
