package dev.varve.server.backup;

import java.nio.file.Path;
import java.util.List;

/** A database that can be copied while it is used. */
public interface BackupSource {

    /**
     * What a check found.
     *
     * @param rows the number of rows that were read
     * @param problems what is inconsistent; empty if the copy is good
     */
    record Checked(long rows, List<String> problems) {

        public Checked {
            problems = List.copyOf(problems);
        }
    }

    /** Writes a consistent copy to a new directory, while reads and writes continue. */
    void copy(Path target);

    /** Reads all of a copy that no database uses. */
    Checked check(Path copy);
}
