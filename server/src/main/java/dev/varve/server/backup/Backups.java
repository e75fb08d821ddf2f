package dev.varve.server.backup;

import dev.varve.error.Rejected;
import dev.varve.error.VarveException;
import dev.varve.server.api.backup.BackupJson;
import dev.varve.server.api.backup.BackupList;
import dev.varve.server.api.backup.BackupState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes backups of the database of a server, on request and by a schedule, one at a time in a thread of its own. It is safe
 * for use by many threads.
 *
 * <p>The schedule counts from the last good scheduled backup in the directory, so a restart does not delay it.
 */
public final class Backups implements AutoCloseable {

    /** A failed scheduled backup is tried again after this time, or after the time between backups if that is shorter. */
    static final Duration RETRY = Duration.ofMinutes(15);

    /** How often the thread compares the clock with the schedule. */
    private static final long LOOK_MILLIS = 5_000;

    /** The longest time that stopping waits for the end of an interrupted backup; the next start removes what is left of it. */
    private static final long STOP_MILLIS = 10_000;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,99}");

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final Logger LOG = LoggerFactory.getLogger(Backups.class);

    private final BackupSettings settings;
    private final BackupFiles files;
    private final BackupSource source;
    private final InstantSource clock;
    private final AtomicLong failures = new AtomicLong();
    /** The last backup of this process: waiting, running or over. */
    private @Nullable BackupJson last;

    private @Nullable Instant next;
    private @Nullable Thread thread;
    private boolean isClosed;

    private Backups(BackupSettings settings, BackupFiles files, BackupSource source, InstantSource clock) {
        this.settings = settings;
        this.files = files;
        this.source = source;
        this.clock = clock;
        this.next = first();
    }

    /** Opens the directory of the settings, which no other server may use. */
    public static Backups open(BackupSettings settings, BackupSource source, InstantSource clock) {
        BackupFiles files = BackupFiles.open(settings.directory());
        try {
            return new Backups(settings, files, source, clock);
        } catch (RuntimeException e) {
            files.close();
            throw e;
        }
    }

    /** Returns the name of a backup that begins now, if it has no other. */
    public static String name(Instant now) {
        return "varve-" + TIME.format(now);
    }

    private @Nullable Instant first() {
        Duration every = settings.every();
        if (every == null) {
            return null;
        }
        return files.list().stream()
                .filter(BackupJson::scheduled)
                .map(backup -> backup.startedAt().plus(every))
                .findFirst()
                .orElseGet(clock::instant);
    }

    /** Starts the thread that makes the backups. */
    public synchronized void start() {
        Thread begun = new Thread(this::work, "varve-backup");
        begun.setDaemon(true);
        thread = begun;
        begun.start();
    }

    private void work() {
        while (true) {
            synchronized (this) {
                while (!isClosed && !isDue()) {
                    try {
                        wait(LOOK_MILLIS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        return;
                    }
                }
                if (isClosed) {
                    return;
                }
            }
            runDue();
        }
    }

    private boolean isDue() {
        return isRunning() || next != null && !clock.instant().isBefore(next);
    }

    private boolean isRunning() {
        return last != null && last.state() == BackupState.RUNNING;
    }

    /**
     * Requests a backup, which the thread of this object makes. Returns how it begins.
     *
     * @param stated its name, or null for one with the time
     */
    public synchronized BackupJson begin(@Nullable String stated) {
        if (stated != null && !NAME.matcher(stated).matches()) {
            throw new Rejected(
                    "backup.name",
                    "the name of a backup must have 1 to 100 letters, digits, - and _, and begin with a letter or a digit");
        }
        if (last != null && last.state() == BackupState.RUNNING) {
            throw new Rejected(
                    "backup.running", "backup %s is being made: wait until it is over".formatted(last.name()));
        }
        Instant now = now();
        String name = stated == null ? free(name(now)) : stated;
        if (files.find(name).isPresent()) {
            throw BackupWriter.exists(files.folder(name));
        }
        BackupJson begun = BackupJson.running(name, false, now);
        last = begun;
        notifyAll();
        return begun;
    }

    /** Returns the second that a backup begins in, as its name has it. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }

    private String free(String name) {
        String free = name;
        for (int i = 2; files.find(free).isPresent(); i++) {
            free = name + "-" + i;
        }
        return free;
    }

    /** Makes the requested backup, or the scheduled one if it is due. */
    void runDue() {
        BackupJson begun;
        synchronized (this) {
            if (!isDue()) {
                return;
            }
            Instant now = now();
            begun = last != null && last.state() == BackupState.RUNNING
                    ? last
                    : BackupJson.running(free(name(now)), true, now);
            last = begun;
        }
        BackupJson ended = run(begun);
        synchronized (this) {
            last = ended;
            Duration every = settings.every();
            if (begun.scheduled() && every != null) {
                next = ended.state() == BackupState.GOOD
                        ? begun.startedAt().plus(every)
                        : clock.instant().plus(every.compareTo(RETRY) < 0 ? every : RETRY);
            }
        }
    }

    private BackupJson run(BackupJson begun) {
        BackupJson good;
        try {
            good = BackupWriter.write(source, begun, files.folder(begun.name()), clock);
            LOG.info("backup {} is complete: {} rows, {} bytes", good.name(), good.rows(), good.bytes());
        } catch (RuntimeException e) {
            if (isStopping()) {
                LOG.info("backup {} was given up, because the server stops", begun.name());
                return begun.failed(clock.instant(), "the server stopped");
            }
            failures.incrementAndGet();
            // The error comes last without a placeholder, so the logger prints its stack trace.
            LOG.warn("backup {} failed", begun.name(), e);
            return begun.failed(clock.instant(), reason(e));
        }
        if (begun.scheduled()) {
            try {
                files.keepScheduled(settings.keep());
            } catch (RuntimeException e) {
                LOG.warn("old backups could not be removed", e);
            }
        }
        return good;
    }

    private synchronized boolean isStopping() {
        return isClosed;
    }

    private static String reason(RuntimeException e) {
        return e instanceof VarveException known
                ? "%s [%s]".formatted(known.getMessage(), known.code())
                : "an unexpected error; the log of the server says more";
    }

    /** Returns the backup with this name: a good one, the running one, or the last one if it failed. */
    public Optional<BackupJson> find(String name) {
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        BackupJson newest = last();
        return newest != null && newest.name().equals(name) ? Optional.of(newest) : files.find(name);
    }

    /** Returns all good backups, the running one, and the last one if it failed; the newest first. */
    public BackupList list() {
        List<BackupJson> all = new ArrayList<>();
        BackupJson newest = last();
        if (newest != null && newest.state() != BackupState.GOOD) {
            all.add(newest);
        }
        all.addAll(files.list());
        Duration every = settings.every();
        return new BackupList(
                settings.directory().toString(),
                every == null ? null : every.toSeconds(),
                settings.keep(),
                next(),
                all);
    }

    private synchronized @Nullable BackupJson last() {
        return last;
    }

    private synchronized @Nullable Instant next() {
        return next;
    }

    /** Returns the newest good backup. */
    public Optional<BackupJson> newestGood() {
        return files.list().stream().findFirst();
    }

    /** Returns the number of backups that failed since the start. */
    public long failures() {
        return failures.get();
    }

    /** Returns the time between two scheduled backups; empty without a schedule. */
    public Optional<Duration> every() {
        return Optional.ofNullable(settings.every());
    }

    /** Gives up a running backup, and releases the directory. */
    @Override
    public void close() {
        Thread working;
        synchronized (this) {
            isClosed = true;
            working = thread;
            notifyAll();
        }
        if (working != null) {
            // A check of a large copy takes minutes.
            working.interrupt();
            try {
                working.join(STOP_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        files.close();
    }
}
