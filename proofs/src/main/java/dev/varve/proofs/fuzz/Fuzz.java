package dev.varve.proofs.fuzz;

import com.sun.management.ThreadMXBean;
import dev.varve.error.Rejected;
import dev.varve.server.http.limit.TooLarge;
import dev.varve.server.ingest.Entry;
import dev.varve.testkit.random.Draw;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Feeds valid and damaged texts to targets, and checks the results, the time and the memory. */
final class Fuzz {

    /** The time limit for one text. No text takes a thousandth of it, unless parsing is quadratic. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    /**
     * The memory limit for one text: a fixed part for libraries, and a part per character. An exception with its stack
     * trace takes some thousand bytes, and there may be one for every second character.
     */
    private static final long BYTES_TO_BEGIN = 4_000_000;

    private static final long BYTES_A_CHARACTER = 4_000;

    private static final int SHOWN_BYTES = 4_000;
    private static final long LOOK_MILLIS = 50;
    private static final int GOOD_OF_HUNDRED = 40;

    /** The failure of one text. */
    record Failure(String target, long seed, String what, String text) {

        @Override
        public String toString() {
            byte[] bytes =
                    text.substring(0, Math.min(text.length(), SHOWN_BYTES)).getBytes(StandardCharsets.UTF_16BE);
            return "%s, seed %s: %s%nthe text, of %s characters, begins with (UTF-16) %s"
                    .formatted(target, seed, what, text.length(), HexFormat.of().formatHex(bytes));
        }
    }

    /** Counts the results of texts: read correctly, rejected, or read as something else. */
    static final class Figures {
        private final Map<String, Integer> counts = new TreeMap<>();

        void count(String target, String how) {
            counts.merge(target + ": " + how, 1, Integer::sum);
        }

        Map<String, Integer> counts() {
            return counts;
        }
    }

    private record Current(FuzzTarget target, long seed, String text, long startNanos) {}

    private final List<FuzzTarget> targets;
    private final Set<String> begun = new HashSet<>();
    private final Figures figures = new Figures();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private volatile @Nullable Current current;
    private volatile @Nullable Failure failure;

    Fuzz(List<FuzzTarget> targets) {
        this.targets = targets;
    }

    Figures figures() {
        return figures;
    }

    /** Runs this many seeds; returns the first failure, or null if there is none. */
    @Nullable
    Failure run(long first, int count) throws InterruptedException {
        Thread worker = new Thread(
                () -> {
                    for (long seed = first; seed < first + count && failure == null; seed++) {
                        failure = tried(targets.get((int) (seed % targets.size())), seed);
                    }
                },
                "fuzz");
        worker.setDaemon(true);
        worker.start();
        while (worker.isAlive() && failure == null) {
            worker.join(LOOK_MILLIS);
            Current now = current;
            if (now != null && System.nanoTime() - now.startNanos > LONGEST.toNanos()) {
                return new Failure(
                        now.target.name(),
                        now.seed,
                        "not read after %s, at %s".formatted(LONGEST, List.of(worker.getStackTrace())),
                        now.text);
            }
        }
        return failure;
    }

    private @Nullable Failure tried(FuzzTarget target, long seed) {
        Draw draw = new Draw(seed);
        Trial<?> trial = target.draw(draw);
        if (begun.add(target.name())) {
            // Runs once before measuring, so that class loading does not count.
            wrong(target, trial, trial.text(), true);
        }
        boolean isGood = draw.chance(GOOD_OF_HUNDRED);
        String text = isGood
                ? trial.text()
                : new Spoil(draw).of(trial.text(), target.draw(draw).text());
        current = new Current(target, seed, text, System.nanoTime());
        try {
            String wrong = wrong(target, trial, text, isGood);
            return wrong == null ? null : new Failure(target.name(), seed, wrong, text);
        } finally {
            current = null;
        }
    }

    private @Nullable String wrong(FuzzTarget target, Trial<?> trial, String text, boolean isGood) {
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        Object read = null;
        try {
            read = trial.reading().apply(text);
        } catch (Rejected | TooLarge refused) {
            if (isGood) {
                return "a valid text is rejected: " + refused.getMessage();
            }
            if (refused.getMessage() == null || refused.getMessage().isBlank()) {
                return "rejected without a reason";
            }
        } catch (Throwable e) {
            // Any other exception is a failure that this test looks for.
            return "%s at %s"
                    .formatted(e, List.of(e.getStackTrace()).subList(0, Math.min(12, e.getStackTrace().length)));
        }
        long bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        if (bytes > BYTES_TO_BEGIN + BYTES_A_CHARACTER * text.length()) {
            return "%s bytes allocated for %s characters".formatted(bytes, text.length());
        }
        figures.count(target.name(), isGood ? "good" : "spoiled, " + how(read));
        return !isGood || trial.meaning().equals(read)
                ? null
                : "read as%n%s%nand means%n%s".formatted(read, trial.meaning());
    }

    private static String how(@Nullable Object read) {
        if (read instanceof List<?> entries && entries.stream().anyMatch(Entry.Bad.class::isInstance)) {
            return entries.stream().allMatch(Entry.Bad.class::isInstance) ? "refused" : "partly refused";
        }
        return read == null ? "refused" : "taken";
    }
}
