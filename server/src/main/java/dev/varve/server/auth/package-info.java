/** Who may do what: tokens, kept by their hashes. */
@NullMarked
package dev.varve.server.auth;

import org.jspecify.annotations.NullMarked;
