package dev.varve.cli.doctor;

import dev.varve.cli.client.DatabaseLocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Looks at everything a database needs. */
public final class Doctor {

    /** How closely to look. */
    public enum Care {
        /** Leaves out what reads everything. */
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
            // A folder with something wrong is not opened any further.
            if (found.stream().anyMatch(finding -> finding.verdict() != Finding.Verdict.GOOD)) {
                return findings;
            }
        }
        findings.addAll(new ServerChecks(place).look());
        return findings;
    }
}
