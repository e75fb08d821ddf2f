package dev.varve.benchmarks.request;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Measures the CPU time that Java threads spend on an operation, in the fastest iteration. Wall-clock time would
 * include other load on a busy machine. Garbage collection is not included; allocated bytes are reported instead.
 */
public final class CpuProfiler implements InternalProfiler {

    static final String RESULT = "cpu";

    // Thread times, not the process time: that has a resolution of 10 ms, so the minimum of many would be too small.
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long startNanos;

    @Override
    public String getDescription() {
        return "processor time";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        startNanos = spentNanos();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanos = spentNanos() - startNanos;
        long operations = Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult(RESULT, nanos / operations, "ns/op", AggregationPolicy.MIN));
    }

    private long spentNanos() {
        long sum = 0;
        for (long thread : threads.getAllThreadIds()) {
            // -1 for a thread that has just ended
            sum += Math.max(0, threads.getThreadCpuTime(thread));
        }
        return sum;
    }
}
