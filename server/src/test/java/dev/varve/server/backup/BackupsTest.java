package dev.varve.server.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import dev.varve.server.api.backup.BackupJson;
import dev.varve.server.api.backup.BackupState;
import dev.varve.server.ops.Metrics;
import dev.varve.testkit.MutableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without their thread: a test calls what the thread calls. */
class BackupsTest {

    private static final Instant NOW = Instant.parse("2026-04-20T14:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);

    private final MutableClock clock = new MutableClock(NOW);
    private final CopiedFiles source = new CopiedFiles();

    @TempDir
    private Path root;

    private Path directory() {
        return root.resolve("backups");
    }

    private Backups open(@Nullable Duration every, int keep) {
        return Backups.open(new BackupSettings(directory(), every, keep), source, clock);
    }

    private List<String> folders() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.filter(Files::isDirectory)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void requestedBackupGetsItsNameWhenItIsChecked() throws Exception {
        try (Backups backups = open(null, 7)) {
            BackupJson begun = backups.begin(null);
            assertThat(begun).isEqualTo(BackupJson.running("varve-20260420T140000Z", false, NOW));
            assertThat(folders()).isEmpty();
            assertThat(backups.list().backups()).containsExactly(begun);

            backups.runDue();

            assertThat(folders()).containsExactly("varve-20260420T140000Z");
            assertThat(backups.list().backups()).singleElement().satisfies(good -> {
                assertThat(good.state()).isEqualTo(BackupState.GOOD);
                assertThat(good.rows()).isEqualTo(3);
                assertThat(good.bytes()).isEqualTo(6);
            });
            assertThat(backups.newestGood()).isEqualTo(backups.find("varve-20260420T140000Z"));
        }
    }

    @Test
    void secondBackupOfASecondGetsANumber() throws Exception {
        try (Backups backups = open(null, 7)) {
            for (int i = 0; i < 3; i++) {
                backups.begin(null);
                backups.runDue();
            }
            assertThat(folders())
                    .containsExactly("varve-20260420T140000Z", "varve-20260420T140000Z-2", "varve-20260420T140000Z-3");
        }
    }

    @Test
    void inconsistentCopyIsRemovedAndReported() throws Exception {
        try (Backups backups = open(null, 7)) {
            source.problems.add("row 1 has no index entry");
            backups.begin("monday");
            backups.runDue();
            assertThat(folders()).isEmpty();
            BackupJson failed = backups.find("monday").orElseThrow();
            assertThat(failed.state()).isEqualTo(BackupState.FAILED);
            assertThat(failed.error())
                    .isEqualTo("the copy is inconsistent, so the database may be too: row 1 has no index entry."
                            + " Check the database with varve db audit [backup.damaged]");
            assertThat(backups.failures()).isEqualTo(1);
            source.problems.clear();
            backups.begin("monday");
            backups.runDue();
            assertThat(folders()).containsExactly("monday");
        }
    }

    @Test
    void failedCopyLeavesNothing() throws Exception {
        try (Backups backups = open(null, 7)) {
            source.isFull = true;
            backups.begin("monday");
            backups.runDue();
            assertThat(folders()).isEmpty();
            assertThat(backups.list().backups().get(0).error()).isEqualTo("the disk is full [test.full]");
        }
    }

    @Test
    void oneBackupIsMadeAtATimeAndNamesAreUsedOnce() {
        try (Backups backups = open(null, 7)) {
            backups.begin("monday");
            assertThatThrownBy(() -> backups.begin("tuesday"))
                    .isInstanceOf(Rejected.class)
                    .hasMessage("backup monday is being made: wait until it is over");
            backups.runDue();
            assertThatThrownBy(() -> backups.begin("monday"))
                    .isInstanceOf(Rejected.class)
                    .hasMessage("backup monday exists: choose another name, or remove it first");
        }
    }

    @Test
    void nameCannotLeaveTheDirectory() {
        try (Backups backups = open(null, 7)) {
            for (String name : List.of("", "..", "../x", "/tmp/x", "a/b", "a.removed", ".a", "ä", "x".repeat(101))) {
                assertThatThrownBy(() -> backups.begin(name))
                        .as(name)
                        .isInstanceOf(Rejected.class)
                        .hasMessageStartingWith("the name of a backup must have 1 to 100 letters");
                assertThat(backups.find(name)).isEmpty();
            }
        }
    }

    @Test
    void scheduleMakesBackupsAndKeepsTheNewest() throws Exception {
        try (Backups backups = open(DAY, 2)) {
            backups.begin("by-hand");
            backups.runDue();
            for (int day = 0; day < 4; day++) {
                backups.runDue();
                assertThat(backups.list().next()).isEqualTo(clock.instant().plus(DAY));
                // Not due.
                backups.runDue();
                clock.advance(DAY);
            }
            assertThat(folders()).containsExactly("by-hand", "varve-20260422T140000Z", "varve-20260423T140000Z");
        }
    }

    @Test
    void scheduleContinuesAfterARestart() throws Exception {
        try (Backups backups = open(DAY, 7)) {
            backups.runDue();
        }
        clock.advance(Duration.ofHours(5));
        try (Backups backups = open(DAY, 7)) {
            assertThat(backups.list().next()).isEqualTo(NOW.plus(DAY));
            backups.runDue();
            assertThat(folders()).hasSize(1);
            clock.advance(Duration.ofHours(19));
            backups.runDue();
            assertThat(folders()).hasSize(2);
        }
    }

    @Test
    void failedScheduledBackupIsTriedAgainSoon() throws Exception {
        try (Backups backups = open(DAY, 7)) {
            source.isFull = true;
            backups.runDue();
            assertThat(backups.list().next()).isEqualTo(NOW.plus(Backups.RETRY));
            source.isFull = false;
            clock.advance(Backups.RETRY);
            backups.runDue();
            assertThat(folders()).containsExactly("varve-20260420T141500Z");
            assertThat(backups.list().next()).isEqualTo(NOW.plus(Backups.RETRY).plus(DAY));
        }
    }

    @Test
    void leftoversOfAKilledServerAreRemovedAndOtherFilesAreNot() throws Exception {
        for (String name : List.of("a.unchecked", "b.removed", "c.unchecked.partial")) {
            Files.createDirectories(directory().resolve(name).resolve("data"));
        }
        Files.createDirectories(directory().resolve("mine.removed").resolve("photos"));
        Files.createDirectories(directory().resolve("photos"));
        open(null, 7).close();
        assertThat(folders()).containsExactly("mine.removed", "photos");
    }

    @Test
    void leftoversOfTheSameNameAreReplacedAndOtherFilesAreNot() throws Exception {
        try (Backups backups = open(null, 7)) {
            Files.createDirectories(directory().resolve("a.unchecked").resolve("data"));
            backups.begin("a");
            backups.runDue();
            Files.createDirectories(directory().resolve("b.unchecked").resolve("photos"));
            backups.begin("b");
            backups.runDue();
            assertThat(folders()).containsExactly("a", "b.unchecked");
            assertThat(backups.find("b").orElseThrow().error())
                    .isEqualTo("%s holds other files than a backup: rename it, or choose another name for the backup"
                                    .formatted(directory().resolve("b.unchecked"))
                            + " [backup.foreign]");
        }
    }

    @Test
    void directoryBelongsToOneServer() {
        try (Backups backups = open(null, 7)) {
            assertThat(backups.newestGood()).isEmpty();
            assertThatThrownBy(() -> open(null, 7))
                    .isInstanceOf(Rejected.class)
                    .hasMessage(
                            "backup directory %s is in use by another server: give each server a directory of its own"
                                    .formatted(directory()));
        }
        open(null, 7).close();
    }

    @Test
    void threadMakesWhatIsDue() throws Exception {
        try (Backups backups = open(DAY, 7)) {
            backups.start();
            while (backups.newestGood().isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(folders()).hasSize(1);
        }
    }

    @Test
    void stoppingServerGivesUpTheRunningBackup() throws Exception {
        CountDownLatch checking = new CountDownLatch(1);
        source.endless = checking;
        try (Backups backups = open(DAY, 7)) {
            backups.start();
            checking.await();
            backups.close();
            assertThat(folders()).isEmpty();
            assertThat(backups.failures()).isZero();
        }
    }

    @Test
    void metricsTellTheAgeOfTheNewestGoodBackup() {
        try (Backups backups = open(DAY, 7);
                Metrics metrics = new Metrics().watch(backups)) {
            assertThat(metrics.text())
                    .contains(
                            "varve_backup_last_good_timestamp_seconds 0.0",
                            "varve_backup_interval_seconds 86400.0",
                            "varve_backup_failures_total 0.0");
            backups.runDue();
            source.isFull = true;
            clock.advance(DAY);
            backups.runDue();
            assertThat(metrics.text())
                    .containsPattern("varve_backup_last_good_timestamp_seconds 1\\.7766936E9")
                    .contains("varve_backup_last_good_size_bytes 6.0", "varve_backup_failures_total 1.0");
        }
    }

    @Test
    void settingsHaveLimits() {
        assertThatThrownBy(() -> new BackupSettings(root, Duration.ofSeconds(59), 7))
                .hasMessage("the time between backups is PT59S; it must be from 1 minute to 365 days");
        assertThatThrownBy(() -> new BackupSettings(root, DAY, 0))
                .hasMessage("0 backups are to be kept; it must be 1 to 1000");
    }
}
