package dev.varve.cli.transfer;

import java.util.ArrayList;
import java.util.List;

/** What became of a file. */
public final class ImportReport {

    /** More than a person reads; the number of all is told too. */
    private static final int MOST_SHOWN = 1_000;

    private long accepted;
    private long duplicates;
    private long refused;
    private long resumedAtLine = 1;
    private final List<Refused> shown = new ArrayList<>();

    void resume(long line, long refusedBefore) {
        resumedAtLine = line;
        refused = refusedBefore;
    }

    /** Counts readings that are stored already but will be sent, and told to be there, once more. */
    void early(long readings) {
        accepted += readings;
        duplicates -= readings;
    }

    void add(Sent sent) {
        accepted += sent.accepted();
        duplicates += sent.duplicates();
        refused += sent.refused();
        sent.shown().stream().limit(MOST_SHOWN - shown.size()).forEach(shown::add);
    }

    public long accepted() {
        return accepted;
    }

    /** Returns how many readings were there already. */
    public long duplicates() {
        return Math.max(0, duplicates);
    }

    /** Returns how many lines were refused, in earlier runs on the same file too. */
    public long refused() {
        return refused;
    }

    /** Returns the line this run began with. */
    public long resumedAtLine() {
        return resumedAtLine;
    }

    /** Returns the first of the lines that were refused in this run. */
    public List<Refused> shown() {
        return List.copyOf(shown);
    }

    /** What became of one batch; not all of those refused are shown. */
    record Sent(long accepted, long duplicates, long refused, List<Refused> shown) {}
}
