package dev.varve.cli.doctor;

import dev.varve.cli.client.DatabaseLocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs all checks that apply to a database. */
public final class Doctor {

    /** How thorough the checks are. */
    public enum Care {
        /** Skips the audit, which reads all data. */
        QUICK,
        FULL
    }

    private final DatabaseLocation place;
    private final Care care;

    public Doctor(DatabaseLocation place, Care care) {
        this.place = place;
        this.care = care;
    }

    public List<Finding> look() {
        Path disk = place instanceof DatabaseLocation.Folder folder ? folder.directory() : Path.of(".");
        List<Finding> findings = new ArrayList<>(MachineChecks.look(disk));
        if (place instanceof DatabaseLocation.Folder local) {
            FolderChecks folder = new FolderChecks(local, care == Care.FULL);
            List<Finding> found = folder.look();
            findings.addAll(found);
            // A folder with a problem is not opened.
            if (found.stream().anyMatch(finding -> finding.verdict() != Finding.Verdict.GOOD)) {
                return findings;
            }
        }
        findings.addAll(new ServerChecks(place).look());
        return findings;
    }
}
