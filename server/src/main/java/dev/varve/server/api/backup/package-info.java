/** Owns the JSON of backups over HTTP and in their folders; leaves writing and reading them to {@code server.backup}. */
@NullMarked
package dev.varve.server.api.backup;

import org.jspecify.annotations.NullMarked;
