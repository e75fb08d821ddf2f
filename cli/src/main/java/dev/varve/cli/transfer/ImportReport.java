package dev.varve.cli.transfer;

import java.util.ArrayList;
import java.util.List;

/** The result of an import. */
public final class ImportReport {

    /** The largest number of refused lines that are kept; the total is counted too. */
    private static final int MOST_SHOWN = 1_000;

    private long accepted;
    private long duplicates;
    private long refused;
    private long summarized;
    private long resumedAtLine = 1;
    private final List<Refused> shown = new ArrayList<>();

    void resume(long line, long refusedBefore) {
        resumedAtLine = line;
        refused = refusedBefore;
    }

    /** Counts readings as accepted that will be sent once more and then be counted as duplicates. */
    void early(long readings) {
        accepted += readings;
        duplicates -= readings;
    }

    void add(Sent sent) {
        accepted += sent.accepted();
        duplicates += sent.duplicates();
        refused += sent.refused();
        summarized += sent.summarized();
        sent.shown().stream().limit(MOST_SHOWN - shown.size()).forEach(shown::add);
    }

    public long accepted() {
        return accepted;
    }

    /** Returns how many readings were already stored. */
    public long duplicates() {
        return Math.max(0, duplicates);
    }

    /** Returns how many lines were refused, including earlier runs on the same file. */
    public long refused() {
        return refused;
    }

    /** Returns how many of the refused lines of this run have hours that take no more readings. */
    public long summarized() {
        return summarized;
    }

    /** Returns the first line of this run. */
    public long resumedAtLine() {
        return resumedAtLine;
    }

    /** Returns the first refused lines of this run. */
    public List<Refused> shown() {
        return List.copyOf(shown);
    }

    /** The result of one batch; not all refused lines are listed. */
    record Sent(long accepted, long duplicates, long refused, long summarized, List<Refused> shown) {}
}
