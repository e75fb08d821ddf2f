/** The description of the API, for programs and for people. */
@NullMarked
package dev.varve.server.docs;

import org.jspecify.annotations.NullMarked;
