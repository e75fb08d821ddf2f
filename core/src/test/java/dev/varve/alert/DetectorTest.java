package dev.varve.alert;

import static dev.varve.alert.AlertRuleTest.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.alert.internal.AlertSubject;
import dev.varve.alert.internal.DetectorRun;
import dev.varve.alert.internal.NumericReading;
import dev.varve.alert.internal.SlidingWindow;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DetectorTest {

    private static final Instant AT = Instant.parse("2026-04-20T14:00:00Z");
    private static final AlertSubject DEVICE = new AlertSubject("readings", "d-1");

    private record Given(Instant at, Map<String, Double> values) implements NumericReading {
        @Override
        public Optional<Double> value(String field) {
            return Optional.ofNullable(values.get(field));
        }
    }

    private static Given reading(double value) {
        return new Given(AT, Map.of("t", value));
    }

    private static Optional<Anomaly> judge(Detector detector, double value, double... before) {
        DetectorRun detection = new DetectorRun(List.of(detector), DEVICE);
        for (double earlier : before) {
            detection.learn(reading(earlier));
        }
        return detection.judge(reading(value));
    }

    @Test
    void rangeFindsValuesOutside() {
        Detector range = Detector.range("t", 10, 20).severity(Severity.HIGH);
        assertThat(judge(range, 10)).isEmpty();
        assertThat(judge(range, 20)).isEmpty();
        assertThat(judge(range, 20.5))
                .contains(new Anomaly(
                        AT,
                        "d-1",
                        "readings",
                        Severity.HIGH,
                        List.of(new Deviation("t", "range", Deviation.Type.HIGH, 10, 20, 20.5, Severity.HIGH))));
        assertThat(judge(range, 9).orElseThrow().findings().get(0).type()).isEqualTo(Deviation.Type.LOW);
    }

    @Test
    void zScoreNeedsAMinimumOfValues() {
        Detector score = Detector.zScore("t", 3).over(5, 4);
        assertThat(judge(score, 1000, 1, 2, 3)).isEmpty();
        Deviation finding =
                judge(score, 1000, 1, 2, 3, 2).orElseThrow().findings().get(0);
        assertThat(finding.detector()).isEqualTo("z-score");
        assertThat(finding.expectedLow()).isCloseTo(2 - 3 * Math.sqrt(2 / 3.0), within(1e-12));
        assertThat(finding.expectedHigh()).isCloseTo(2 + 3 * Math.sqrt(2 / 3.0), within(1e-12));
    }

    @Test
    void zScoreUsesTheNewestValuesOnly() {
        Detector score = Detector.zScore("t", 3).over(4, 2);
        assertThat(judge(score, 12, 1_000_000, 10, 11, 12, 11)).isEmpty();
        assertThat(judge(score, 20, 1_000_000, 10, 11, 12, 11)).isPresent();
    }

    @Test
    void equalValuesNeedADeclaredSpread() {
        Detector score = Detector.zScore("t", 3).over(4, 2);
        assertThat(judge(score, 8, 0.1, 0.1, 0.1, 0.1)).isEmpty();
        Detector spread = Detector.zScore("t", 3).over(4, 2).leastSpread(1);
        assertThat(judge(spread, 3, 0.1, 0.1, 0.1, 0.1)).isEmpty();
        assertThat(judge(spread, 3.2, 0.1, 0.1, 0.1, 0.1)).isPresent();
    }

    @Test
    void valueIsComparedWithTheBaselineOfItsHour() {
        Map<Instant, Baseline> hours =
                Map.of(AT, new Baseline(20, 2, 50), AT.plusSeconds(3600), new Baseline(20, 2, 3));
        Baselines baselines = (device, field, at) -> Optional.ofNullable(hours.get(at));
        Detector detector = Detector.baseline("t", 2, baselines);
        assertThat(judge(detector, 24)).isEmpty();
        assertThat(judge(detector, 24.1).orElseThrow().findings().get(0).detector())
                .isEqualTo("norm");
        DetectorRun detection = new DetectorRun(List.of(detector), DEVICE);
        assertThat(detection.judge(new Given(AT.plusSeconds(3600), Map.of("t", 99.0))))
                .as("too few values for a baseline")
                .isEmpty();
        assertThat(detection.judge(new Given(AT.plusSeconds(7200), Map.of("t", 99.0))))
                .as("no baseline")
                .isEmpty();
    }

    @Test
    void oneReadingIsOneAnomalyWithAllDeviations() {
        DetectorRun detection = new DetectorRun(
                List.of(
                        Detector.range("t", 0, 1).severity(Severity.LOW),
                        Detector.range("h", 0, 1).severity(Severity.CRITICAL),
                        Detector.range("absent", 0, 1)),
                DEVICE);
        Anomaly anomaly =
                detection.judge(new Given(AT, Map.of("t", 2.0, "h", -2.0))).orElseThrow();
        assertThat(anomaly.findings()).extracting(Deviation::field).containsExactly("t", "h");
        assertThat(anomaly.severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void meanAndDeviationAreExactForLargeOffsets() {
        for (long seed = 1; seed <= 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double offset = random.nextBoolean() ? 1e9 : 0;
            int room = random.nextInt(2, 20);
            SlidingWindow window = new SlidingWindow(room);
            List<Double> all = new ArrayList<>();
            for (int i = random.nextInt(2, 60); i > 0; i--) {
                double value = offset + random.nextInt(1000) / 1000.0;
                all.add(value);
                window.add(value);
            }
            int most = random.nextInt(2, room + 1);
            List<Double> newest = all.subList(Math.max(0, all.size() - most), all.size());
            Baseline baseline = window.baseline(most);
            assertThat(baseline.samples()).isEqualTo(newest.size());
            assertThat(baseline.mean())
                    .as("seed %s", seed)
                    .isCloseTo(exactMean(newest).doubleValue(), within(1e-6));
            assertThat(baseline.stddev()).as("seed %s", seed).isCloseTo(exactDeviation(newest), within(1e-6));
        }
    }

    private static BigDecimal exactMean(List<Double> values) {
        return values.stream()
                .map(BigDecimal::new)
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .divide(BigDecimal.valueOf(values.size()), MathContext.DECIMAL128);
    }

    private static double exactDeviation(List<Double> values) {
        BigDecimal mean = exactMean(values);
        return Math.sqrt(values.stream()
                .map(value -> new BigDecimal(value).subtract(mean).pow(2))
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .divide(BigDecimal.valueOf(values.size() - 1), MathContext.DECIMAL128)
                .doubleValue());
    }

    @Test
    void hugeValuesAreIgnored() {
        Detector score = Detector.zScore("t", 3).over(4, 2);
        assertThat(judge(score, 1, 1e308, -1e308, 1e308, -1e308)).isEmpty();
    }

    @Test
    void invalidDetectorsAreRefused() {
        assertRejected(
                "alert.detector-range",
                "a detector on t expects 2.0 to 1.0; give two finite numbers, the lower one first",
                () -> Detector.range("t", 2, 1));
        assertRejected(
                "alert.detector-deviations",
                "a detector on t allows 0.0 standard deviations; give a number above 0, such as 3",
                () -> Detector.zScore("t", 0));
        assertRejected(
                "alert.detector-window",
                "a z-score on t needs at least 5 of 4 values; give a window of 2 to 1000 values, and a minimum from 2 to"
                        + " the window",
                () -> Detector.zScore("t", 3).over(4, 5));
        assertRejected(
                "alert.detector-spread",
                "the smallest spread of t is -1.0; give a number of 0 or more",
                () -> Detector.zScore("t", 3).leastSpread(-1));
    }
}
