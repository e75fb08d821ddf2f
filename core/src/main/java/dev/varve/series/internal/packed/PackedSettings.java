package dev.varve.series.internal.packed;

import dev.varve.series.internal.packed.journal.Journals;
import dev.varve.table.Table;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What a packed series is opened with.
 *
 * @param table the table of the blocks
 * @param span the time that a block covers
 * @param parallel the maximum number of concurrent requests of one call
 * @param delay runs a task when a record of the journal has waited long enough for more rows; null for no wait
 */
public record PackedSettings(
        Table table,
        Journals journals,
        Duration span,
        InstantSource clock,
        int parallel,
        @Nullable Executor delay) {}
