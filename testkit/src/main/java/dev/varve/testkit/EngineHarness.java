package dev.varve.testkit;

import dev.varve.engine.Engine;
import dev.varve.feed.FeedSource;
import dev.varve.table.BlockingTable;
import dev.varve.table.TableSchema;
import dev.varve.testkit.model.Thoroughness;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An engine under test, with the operations that a test needs on it from outside.
 *
 * <p>The flags state what can be observed on the engine, not what it does correctly. A contract skips what cannot be
 * observed.
 */
public interface EngineHarness extends AutoCloseable {

    /** Numbers the tables of one test run, because several engines may share a database. */
    AtomicInteger TABLES = new AtomicInteger();

    /** Returns the engine, always the same one; its clock is {@link #clock()}. */
    Engine engine();

    MutableClock clock();

    /** Returns a table name that is new on this engine. */
    default String newTableName() {
        return "contract-" + TABLES.incrementAndGet();
    }

    /** Returns whether a failed condition reports its capacity; DynamoDB bills it without reporting it. */
    default boolean reportsFailedCapacity() {
        return true;
    }

    /**
     * Returns whether the capacity of each action of a transaction is counted; DynamoDB Local counts equal amounts
     * once.
     */
    default boolean countsEachAction() {
        return true;
    }

    /** Returns whether transaction tokens expire by {@link #clock()}; a server has its own clock. */
    default boolean forgetsTokensByClock() {
        return true;
    }

    /** Returns whether the engine has a change feed; then it is a {@link FeedSource}. */
    default boolean hasFeed() {
        return engine() instanceof FeedSource;
    }

    /** Returns whether packed series are tested on the engine: it has journals of its own. */
    default boolean canPack() {
        TableSchema probe = TableSchema.named(newTableName()).build();
        return engine().open(probe)
                .thenApply(table -> engine().journal(probe, "probe").isPresent())
                .join();
    }

    /** Returns whether changes carry the time of {@link #clock()}; a server has its own clock. */
    default boolean timesChangesByClock() {
        return true;
    }

    /** Returns whether {@link #removeExpired} is supported. */
    default boolean canRemoveExpired() {
        return false;
    }

    /** Removes every expired item now. Otherwise the engine chooses the time. */
    default void removeExpired() {
        throw new UnsupportedOperationException("this engine chooses itself when it removes expired items");
    }

    /** Returns whether {@link #trimFeed} is supported. */
    default boolean canTrimFeed() {
        return false;
    }

    /** Makes the engine drop all changes of this table, by writing to the table if necessary. */
    default void trimFeed(BlockingTable table) {
        throw new UnsupportedOperationException("this engine chooses itself when it trims its feeds");
    }

    /** Returns how thorough random walks are: fully thorough, unless requests are slow. */
    default Thoroughness thoroughness() {
        return Thoroughness.FULL;
    }

    /**
     * Lets indexes catch up with earlier writes. A test calls it a bounded number of times until an index read sees
     * them.
     */
    default void letIndexesCatchUp() {
        Thread.onSpinWait();
    }

    @Override
    default void close() {
        engine().close();
    }
}
