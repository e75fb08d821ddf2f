package dev.varve.benchmarks.series;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Reads the clocks of a measurement. */
enum Meter {
    /** The calling thread only: its CPU time and its allocated bytes. */
    THREAD,
    /** The whole process, including garbage collection, compilers and an embedded database. */
    PROCESS;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** A point in time, by several clocks. */
    record Reading(long wall, long processor, long bytes) {

        /** Returns the cost of each of this many calls since then. */
        Cost since(Reading start, long calls) {
            return new Cost(
                    (double) (wall - start.wall) / calls,
                    (double) (processor - start.processor) / calls,
                    (double) (bytes - start.bytes) / calls);
        }
    }

    /** The cost of one call: wall-clock and CPU nanoseconds, and bytes that the calling thread allocates. */
    record Cost(double wall, double processor, double bytes) {}

    Reading read() {
        return new Reading(
                System.nanoTime(),
                this == THREAD ? THREADS.getCurrentThreadCpuTime() : SYSTEM.getProcessCpuTime(),
                THREADS.getCurrentThreadAllocatedBytes());
    }

    /** Returns the system load average. */
    static double load() {
        return SYSTEM.getSystemLoadAverage();
    }
}
