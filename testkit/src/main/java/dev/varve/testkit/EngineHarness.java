package dev.varve.testkit;

import dev.varve.engine.Engine;
import dev.varve.feed.FeedSource;
import dev.varve.table.BlockingTable;
import dev.varve.testkit.model.Thoroughness;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An engine under test, with what a test must be able to do to it from outside.
 *
 * <p>The flags say what the engine can show, not what it gets right: a contract skips what cannot be seen.
 */
public interface EngineHarness extends AutoCloseable {

    /** Numbers the tables of one test run, because engines may share a database. */
    AtomicInteger TABLES = new AtomicInteger();

    /** Returns the engine, the same one for the life of the harness; its clock is {@link #clock()}. */
    Engine engine();

    MutableClock clock();

    /** Returns a table name nobody has used on this engine. */
    default String newTableName() {
        return "contract-" + TABLES.incrementAndGet();
    }

    /** Returns whether a failed condition reports what it cost; DynamoDB bills it and reports nothing. */
    default boolean reportsFailedCapacity() {
        return true;
    }

    /** Returns whether each action of a transaction is counted; DynamoDB Local counts those of one price once. */
    default boolean countsEachAction() {
        return true;
    }

    /** Returns whether transaction tokens are forgotten by {@link #clock()}; a server has a clock of its own. */
    default boolean forgetsTokensByClock() {
        return true;
    }

    /** Returns whether the engine has a feed of changes; then it is a {@link FeedSource}. */
    default boolean hasFeed() {
        return engine() instanceof FeedSource;
    }

    /** Returns whether changes carry the time of {@link #clock()}; a server has a clock of its own. */
    default boolean timesChangesByClock() {
        return true;
    }

    /** Returns whether {@link #removeExpired} does something. */
    default boolean canRemoveExpired() {
        return false;
    }

    /** Removes every expired item now, as the engine otherwise does when it sees fit. */
    default void removeExpired() {
        throw new UnsupportedOperationException("this engine removes expired items when it sees fit");
    }

    /** Returns whether {@link #trimFeed} does something. */
    default boolean canTrimFeed() {
        return false;
    }

    /** Makes the engine drop the changes it keeps so far for this table, by writing to it if need be. */
    default void trimFeed(BlockingTable table) {
        throw new UnsupportedOperationException("this engine trims its feeds when it sees fit");
    }

    /** Returns how much random walks look at: all of it, unless requests take their time. */
    default Thoroughness thoroughness() {
        return Thoroughness.FULL;
    }

    /** Gives index reads a chance to see earlier writes; a test calls it, a bounded number of times, until they do. */
    default void letIndexesCatchUp() {
        Thread.onSpinWait();
    }

    @Override
    default void close() {
        engine().close();
    }
}
