package dev.varve.series.internal.packed.step;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether writes wait for others, so that they share a record of the journal. They wait until the time is over, there
 * are enough of them, or something urgent comes. Not safe for several threads: {@link StepQueue} holds its lock.
 */
final class StepDelay {

    private final @Nullable Executor timer;
    private final Runnable whenOver;
    private int rows;
    private int urgent;
    private boolean isTimed;
    private boolean isOver;

    /**
     * @param timer runs a task when the time is over; null for no wait
     * @param whenOver what it runs
     */
    StepDelay(@Nullable Executor timer, Runnable whenOver) {
        this.timer = timer;
        this.whenOver = whenOver;
    }

    void added(int newRows, boolean isUrgent) {
        rows += newRows;
        urgent += isUrgent ? 1 : 0;
    }

    void removed(int oldRows, boolean isUrgent) {
        rows -= oldRows;
        urgent -= isUrgent ? 1 : 0;
    }

    /** Returns whether what waits goes on waiting; starts the time. */
    boolean mustWait() {
        if (timer == null || isOver || urgent > 0 || rows >= StepQueue.FULL_STEP) {
            return false;
        }
        if (!isTimed) {
            isTimed = true;
            timer.execute(whenOver);
        }
        return true;
    }

    /** Notes that the time is over; returns whether anything waits for it. */
    boolean over() {
        isTimed = false;
        isOver = rows > 0;
        return isOver;
    }

    /** Notes that a step begins: writes that come later wait again. */
    void taken() {
        isOver = false;
    }
}
