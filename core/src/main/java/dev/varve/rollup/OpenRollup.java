package dev.varve.rollup;

import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.rollup.internal.RollupAccess;
import dev.varve.rollup.internal.RollupRuntime;
import dev.varve.rollup.internal.RollupRuntime.AuditMode;
import dev.varve.table.BlockingTable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** The rollup of an open series: verifies and rebuilds its rows, and lists the rows with problems. */
public final class OpenRollup {

    static {
        RollupAccess.register(new OpenRollupAccess());
    }

    private final RollupRuntime runtime;

    /** Wraps the rollup that an open series works with. */
    OpenRollup(RollupRuntime runtime) {
        this.runtime = runtime;
    }

    /** Returns the rollup that this one wraps. */
    RollupRuntime runtime() {
        return runtime;
    }

    /** Returns whether rows can have an attribute of this name. */
    public boolean measures(String attribute) {
        return runtime.measures(attribute);
    }

    /** Returns how long the events of the series are kept; empty if they are kept for ever. */
    public Optional<Duration> eventsKept() {
        return Optional.ofNullable(runtime.compiled().events().keep());
    }

    /** Returns how late an event may be so that all its rows can be computed; empty if there is no limit. */
    public Optional<Duration> maxLate() {
        return Optional.ofNullable(runtime.compiled().maxLate());
    }

    /**
     * Returns the newest 100 rows that this process found incomplete or could not compute. A row leaves the list once it
     * is computed without a problem.
     */
    public List<RowProblem> problems() {
        return runtime.problems();
    }

    /**
     * Compares all rows of the buckets that overlap a range with their source, and changes nothing.
     *
     * @param progress receives the number of identities that are done
     */
    public RollupReport verify(TimeRange range, LongConsumer progress) {
        return BlockingTable.await(runtime.audit(range, AuditMode.VERIFY, progress));
    }

    /**
     * Computes all wrong rows of the buckets that overlap a range again, and reports them.
     *
     * @param progress receives the number of identities that are done
     */
    public RollupReport rebuild(TimeRange range, LongConsumer progress) {
        return BlockingTable.await(runtime.audit(range, AuditMode.REBUILD, progress));
    }

    /** Compares the rows of one identity, of the buckets that overlap a range, with their source. */
    public RollupReport verify(Parts identity, TimeRange range) {
        return BlockingTable.await(runtime.audit(identity, range, AuditMode.VERIFY));
    }

    /** Computes the wrong rows of one identity, of the buckets that overlap a range, again. */
    public RollupReport rebuild(Parts identity, TimeRange range) {
        return BlockingTable.await(runtime.audit(identity, range, AuditMode.REBUILD));
    }
}
