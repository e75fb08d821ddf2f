package dev.varve.benchmarks.peers;

import dev.varve.benchmarks.peers.Question.Daily;
import dev.varve.benchmarks.peers.Question.Hour;
import dev.varve.benchmarks.peers.Question.HourlyByDevice;
import dev.varve.benchmarks.peers.Question.HourlyOfFleet;
import java.util.List;
import java.util.Map;

/** A database with a folder of its own. Closing ends its process. */
interface Database extends AutoCloseable {

    /** The most readings that go in at once: a request of a server, a transaction of a library. */
    int BATCH = 5_000;

    /** Returns the readings that this database gets: all of them, unless it is too slow. */
    default Readings share(Readings all) {
        return all;
    }

    /** Makes everything ready that is not part of the ingest, such as the text of lines and a warm-up with other data. */
    void prepare(Readings readings, Readings warmUp) throws Exception;

    /**
     * Stores the readings in batches until all are acknowledged and visible to questions.
     *
     * @return the {@link System#nanoTime()} at which they were
     */
    long load(Readings readings) throws Exception;

    /** Returns the processor time in seconds that the database has used, without the sender if it is another process. */
    double processorSeconds() throws Exception;

    /** Does what comes between ingest and questions and is not measured. */
    default void afterLoad() throws Exception {}

    /** Returns the number of stored readings. */
    long count() throws Exception;

    /** Returns whether the database has a request for a kind of question. */
    default boolean answers(Questions.Kind kind) {
        return true;
    }

    List<Point> hour(Hour question) throws Exception;

    Map<String, List<Point>> latest() throws Exception;

    Map<String, List<Point>> hourlyByDevice(HourlyByDevice question) throws Exception;

    List<Point> hourlyOfFleet(HourlyOfFleet question) throws Exception;

    List<Point> daily(Daily question) throws Exception;

    /** Flushes, compacts, closes, and returns the bytes that the readings occupy. It is the last call before {@link #close}. */
    long bytesAtRest() throws Exception;

    @Override
    void close() throws Exception;
}
