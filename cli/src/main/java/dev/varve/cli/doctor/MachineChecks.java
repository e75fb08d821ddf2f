package dev.varve.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import dev.varve.cli.show.HumanText;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Checks whether this machine can run a database. */
final class MachineChecks {

    private static final String AREA = "machine";
    private static final int JAVA = 17;
    private static final long HEAP = 256L << 20;

    /** Compaction writes new files before it deletes the old ones. */
    private static final long DISK_NEEDED = 256L << 20;

    private static final long DISK_WANTED = 2L << 30;

    /** RocksDB keeps its files open, and each connection needs one more. */
    private static final long OPEN_FILES = 4_096;

    /** A clock before this time is wrong. */
    private static final Instant EARLIEST = Instant.parse("2025-01-01T00:00:00Z");

    private MachineChecks() {}

    static List<Finding> look(Path folder) {
        List<Finding> findings = new ArrayList<>();
        int version = Runtime.version().feature();
        findings.add(Finding.of(
                AREA,
                "java",
                Finding.wrongUnless(version >= JAVA),
                Runtime.version().toString(),
                "install Java %s or newer".formatted(JAVA)));
        findings.add(memory());
        findings.add(disk(folder));
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
            long most = unix.getMaxFileDescriptorCount();
            findings.add(Finding.of(
                    AREA,
                    "open files",
                    Finding.doubtfulUnless(most >= OPEN_FILES),
                    "%s allowed".formatted(HumanText.count(most)),
                    "raise the limit: ulimit -n 65536, or LimitNOFILE= in a service unit"));
        }
        Instant now = Instant.now();
        findings.add(Finding.of(
                AREA,
                "clock",
                Finding.wrongUnless(now.isAfter(EARLIEST)),
                now.toString(),
                "set the clock and keep it right with NTP: readings would be refused or get wrong times"));
        return findings;
    }

    private static Finding memory() {
        long heap = Runtime.getRuntime().maxMemory();
        String whole = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? " of " + HumanText.bytes(system.getTotalMemorySize())
                : "";
        return Finding.of(
                AREA,
                "memory",
                Finding.doubtfulUnless(heap >= HEAP),
                "%s%s for Java".formatted(HumanText.bytes(heap), whole),
                "give Java more memory: VARVE_JAVA_OPTIONS=-Xmx1g");
    }

    private static Finding disk(Path folder) {
        Path existing = folder.toAbsolutePath().normalize();
        while (existing.getParent() != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        try {
            FileStore store = Files.getFileStore(existing);
            long free = store.getUsableSpace();
            Finding.Verdict verdict =
                    free < DISK_NEEDED ? Finding.Verdict.WRONG : Finding.doubtfulUnless(free >= DISK_WANTED);
            return Finding.of(
                    AREA,
                    "disk",
                    verdict,
                    "%s free at %s".formatted(HumanText.bytes(free), existing),
                    "free some space, or use --data on another disk");
        } catch (IOException e) {
            return Finding.of(
                    AREA,
                    "disk",
                    Finding.Verdict.DOUBTFUL,
                    "the free space cannot be read: " + e.getMessage(),
                    "check the mount of " + existing);
        }
    }
}
