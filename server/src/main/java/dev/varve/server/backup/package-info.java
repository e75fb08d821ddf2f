/** Owns backups of the database of a server: the schedule, the folders and the routes; leaves copying and checking to the engine. */
@NullMarked
package dev.varve.server.backup;

import org.jspecify.annotations.NullMarked;
