/** Owns parsing bodies with readings, in all formats, into samples; leaves storing them to {@code fleet}. */
@NullMarked
package dev.varve.server.ingest;

import org.jspecify.annotations.NullMarked;
