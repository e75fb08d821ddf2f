/** Owns backups of folders and restoring them; leaves the schedule and the directory of backups to the server. */
@NullMarked
package dev.varve.cli.backup;

import org.jspecify.annotations.NullMarked;
