/** Bodies that hold readings, in any of the forms they are sent in, become samples; storing them is left to others. */
@NullMarked
package dev.varve.server.ingest;

import org.jspecify.annotations.NullMarked;
