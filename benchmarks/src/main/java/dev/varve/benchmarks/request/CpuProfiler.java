package dev.varve.benchmarks.request;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
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
 * Counts the processor time of an operation, garbage collection included, in the least disturbed iteration. Time on the
 * clock would also count what else a busy machine does, and would differ between two runs by more than the goal allows.
 */
public final class CpuProfiler implements InternalProfiler {

    static final String RESULT = "cpu";

    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long startNanos;

    @Override
    public String getDescription() {
        return "processor time";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        startNanos = process.getProcessCpuTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanos = process.getProcessCpuTime() - startNanos;
        long operations = Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult(RESULT, nanos / operations, "ns/op", AggregationPolicy.MIN));
    }
}
