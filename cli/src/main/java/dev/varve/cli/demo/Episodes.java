package dev.varve.cli.demo;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A fault that happens now and then: at most once in each window of time, and only inside it. Times are seconds since
 * 1970.
 *
 * @param probability the probability that it happens in a window
 * @param longest the longest duration; the shortest is an eighth of it
 */
record Episodes(SeededRandom chance, Duration window, double probability, Duration longest) {

    private static final int WHETHER = 1;
    private static final int HOW_LONG = 2;
    private static final int WHEN = 3;
    private static final int PHASE = 4;

    /** One occurrence, {@code [from, to)}. */
    record Span(long from, long to) {

        /** Returns how much of it has passed, 0 to 1. */
        double progress(long second) {
            return (double) (second - from) / (to - from);
        }

        /** Returns 0 at both ends and 1 in the middle, with steep sides. */
        double strength(long second) {
            return Math.min(1, Math.sin(Math.PI * progress(second)) * 1.6);
        }
    }

    /** Returns the current occurrence. */
    Optional<Span> at(long second) {
        return in(windowOf(second)).filter(span -> span.from() <= second && second < span.to());
    }

    boolean isGoingOn(long second) {
        return at(second).isPresent();
    }

    /** Returns the occurrences that end in {@code [from, to)}. */
    Stream<Span> ending(long from, long to) {
        return LongStream.rangeClosed(windowOf(from - 1), windowOf(to))
                .mapToObj(this::in)
                .flatMap(Optional::stream)
                .filter(span -> span.to() >= from && span.to() < to);
    }

    // Windows of different devices begin at different times.
    private long phase() {
        return (long) (chance.uniform(PHASE) * window.toSeconds());
    }

    private long windowOf(long second) {
        return Math.floorDiv(second + phase(), window.toSeconds());
    }

    private Optional<Span> in(long index) {
        SeededRandom own = chance.of(index);
        if (own.uniform(WHETHER) >= probability) {
            return Optional.empty();
        }
        long length = (long) own.between(HOW_LONG, longest.toSeconds() / 8.0, (double) longest.toSeconds());
        long start = index * window.toSeconds()
                - phase()
                + (long) own.between(WHEN, 0, (double) window.toSeconds() - length);
        return Optional.of(new Span(start, start + length));
    }
}
