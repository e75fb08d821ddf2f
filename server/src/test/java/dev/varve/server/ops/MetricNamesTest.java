package dev.varve.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.server.http.limit.Admission;
import dev.varve.server.table.Storage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names of all metrics follow the rules of Prometheus. */
class MetricNamesTest {

    private static String gauge(String name) {
        return "# HELP %s What it is\n# TYPE %s gauge\n%s 1.0\n".formatted(name, name, name);
    }

    @Test
    void allMetricNamesFollowTheRules(@TempDir Path folder) {
        try (Metrics metrics = new Metrics()) {
            metrics.watch(new Admission(100)).watch(Storage.rocksDb(folder));
            assertThat(MetricNames.problems(metrics.text())).isEmpty();
        }
    }

    @Test
    void processorTimeIsInSeconds() {
        try (Metrics metrics = new Metrics()) {
            assertThat(metrics.text())
                    .containsPattern("(?m)^process_cpu_seconds_total [0-9.E-]+$")
                    .containsPattern("(?m)^system_cpus [1-9][0-9]*\\.0$");
        }
    }

    @Test
    void everyRuleFindsItsViolation() {
        assertThat(MetricNames.problems(gauge("varve_feed_lag_seconds"))).isEmpty();
        assertThat(MetricNames.problems(gauge("process_cpu_time_ns")))
                .containsExactly("process_cpu_time_ns has the abbreviated unit ns");
        assertThat(MetricNames.problems(gauge("wait_milliseconds")))
                .containsExactly("wait_milliseconds has the unit milliseconds: use seconds, bytes or ratio");
        assertThat(MetricNames.problems(gauge("things_total")))
                .containsExactly("things_total is a gauge: counters, and only they, end in _total");
        assertThat(MetricNames.problems("# HELP things What\n# TYPE things counter\nthings 1\n"))
                .containsExactly("things is a counter: counters, and only they, end in _total");
        assertThat(MetricNames.problems(gauge("system_cpu_count")))
                .containsExactly("system_cpu_count is a gauge: only histograms and summaries end in _count");
        assertThat(MetricNames.problems("# TYPE things gauge\nthings 1\n")).containsExactly("things has no help text");
        assertThat(MetricNames.problems(gauge("openThings"))).containsExactly("openThings is not in snake_case");
        assertThat(MetricNames.problems(gauge("things_gauge")))
                .containsExactly("things_gauge has its type in its name");
        assertThat(MetricNames.problems("# HELP things What\n# TYPE things gauge\nthings{le=\"1\",aB=\"}\"} 1\n"))
                .containsExactly("label le of things is reserved", "label aB of things is not in snake_case");
        assertThat(MetricNames.problems("other 1\n")).containsExactly("other has no type");
        assertThat(MetricNames.problems(gauge("things") + gauge("things")))
                .containsExactly("things is declared twice", "things is declared twice");
    }
}
