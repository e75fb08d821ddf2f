package dev.varve.benchmarks.series;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Reads the clocks that a measurement goes by. */
enum Meter {
    /** The calling thread alone: its processor time, and what it allocates. */
    THREAD,
    /** All of this process: garbage collection, compilers and a database inside it too. */
    PROCESS;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** A point in time, by several clocks. */
    record Reading(long wall, long processor, long bytes) {

        /** Returns what each of so many calls cost since then. */
        Cost since(Reading start, long calls) {
            return new Cost(
                    (double) (wall - start.wall) / calls,
                    (double) (processor - start.processor) / calls,
                    (double) (bytes - start.bytes) / calls);
        }
    }

    /** What one call costs: nanoseconds on the wall's clock and of processors, and bytes that the calling thread allocates. */
    record Cost(double wall, double processor, double bytes) {}

    Reading read() {
        return new Reading(
                System.nanoTime(),
                this == THREAD ? THREADS.getCurrentThreadCpuTime() : SYSTEM.getProcessCpuTime(),
                THREADS.getCurrentThreadAllocatedBytes());
    }

    /** Returns how many processes want a processor. */
    static double load() {
        return SYSTEM.getSystemLoadAverage();
    }
}
