package dev.varve.key.internal;

import dev.varve.error.Rejected;
import dev.varve.key.internal.text.ClockText;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks two epochs of one layout, so that each key belongs to exactly one of them. */
final class EpochRules {

    private EpochRules() {}

    /** Checks that the boundary does not split a row; epochs of events may begin at any instant. */
    static void checkBoundary(LayoutEpoch before, LayoutEpoch after) {
        Instant since = after.since();
        if (before.isExact() != after.isExact()) {
            throw rejected(
                    "key.epochs-differ",
                    after,
                    "one has the exact clock in its keys and the other only a bucket. Declare rows and events as two"
                            + " layouts");
        }
        if (after.isExact()) {
            return;
        }
        boolean whole = before.floor(since).equals(since) && after.floor(since).equals(since);
        if (!whole || !follows(before, after)) {
            throw rejected(
                    "key.since-in-bucket",
                    after,
                    "the instant is inside a row's bucket, or starts a bucket whose name the epoch before has already"
                            + " used. Choose the start of a bucket in both epochs, or declare the new rows as"
                            + " a layout of their own, under another literal");
        }
    }

    /** Returns whether the first bucket name of the new epoch sorts after the last one of the old epoch. */
    private static boolean follows(LayoutEpoch before, LayoutEpoch after) {
        String last = names(before, after.since().minusSeconds(1));
        String first = names(after, after.since());
        return last.length() != first.length() || first.compareTo(last) > 0;
    }

    private static String names(LayoutEpoch epoch, Instant clock) {
        var out = new StringBuilder();
        epoch.formats().forEach(format -> format.append(out, clock));
        return out.toString();
    }

    static void checkPair(LayoutEpoch before, LayoutEpoch after) {
        if (!before.identity().equals(after.identity())
                || !Set.copyOf(before.pair().free())
                        .equals(Set.copyOf(after.pair().free()))) {
            throw rejected(
                    "key.epochs-differ",
                    after,
                    "its parts are not those of " + LayoutRules.show(before)
                            + ", so old events could no longer be found. Use the same parts on the same side of the"
                            + " clock");
        }
        if (before.pair().sortType() != after.pair().sortType()) {
            throw rejected(
                    "key.epochs-differ",
                    after,
                    "its sort key has another type than that of " + LayoutRules.show(before)
                            + ", and a table has one type. Keep text or number");
        }
        boolean apart = sameUpToClock(before.pair().sort(), after.pair().sort())
                || (!SeriesLayout.mayReturn(before, after.pair()) && !SeriesLayout.mayReturn(after, before.pair()));
        if (!apart) {
            throw rejected(
                    "key.epochs-mixed",
                    after,
                    "its sort keys could be confused with those of " + LayoutRules.show(before)
                            + ". Keep the sort template up to the clock, or begin one of the templates with another"
                            + " literal");
        }
    }

    /** Returns whether both templates are the same up to the clock, so that the clock keeps their keys apart. */
    private static boolean sameUpToClock(@Nullable Template before, @Nullable Template after) {
        if (before == null || after == null) {
            return before == after;
        }
        return before.source().equals(after.source())
                || (before.clockAt() >= 0 && upToClock(before).equals(upToClock(after)));
    }

    private static List<String> upToClock(Template sort) {
        return sort.parts().subList(0, sort.clockAt() + 1).stream()
                .map(part -> part instanceof TemplatePart.Clock clock
                        ? clock.format().pattern()
                        : part.toString())
                .toList();
    }

    private static Rejected rejected(String code, LayoutEpoch epoch, String what) {
        return new Rejected(
                code,
                "epoch since " + ClockText.show(epoch.since()) + " with " + LayoutRules.show(epoch) + " cannot follow: "
                        + what);
    }
}
