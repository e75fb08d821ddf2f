package dev.varve.key.internal;

import dev.varve.error.Rejected;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What two epochs of one layout must keep to, so that a key belongs to one of them only. */
final class EpochRules {

    private EpochRules() {}

    /** Checks that rows are not cut in two: only the clock of an event is fine enough for an epoch to begin anywhere. */
    static void checkBoundary(LayoutEpoch before, LayoutEpoch after) {
        Instant since = after.since();
        if (before.isExact() != after.isExact()) {
            throw refused(
                    "key.epochs-differ",
                    after,
                    "one holds the clock and the other only a bucket of it. Declare rows and events as two layouts");
        }
        if (after.isExact()) {
            return;
        }
        boolean whole = before.floor(since).equals(since) && after.floor(since).equals(since);
        if (!whole || !follows(before, after)) {
            throw refused(
                    "key.since-in-bucket",
                    after,
                    "the instant is in the middle of a row's bucket, or the bucket it begins has a name that the epoch"
                            + " before has used. Choose the start of a bucket in both epochs, or declare the new rows as"
                            + " a layout of their own, under another literal");
        }
    }

    /** Returns whether the first name of a bucket in the new epoch is behind the last one in the old. */
    private static boolean follows(LayoutEpoch before, LayoutEpoch after) {
        String last = names(before, after.since().minusSeconds(1));
        String first = names(after, after.since());
        return last.length() != first.length() || first.compareTo(last) > 0;
    }

    private static String names(LayoutEpoch epoch, Instant clock) {
        var out = new StringBuilder();
        epoch.forms().forEach(form -> form.append(out, clock));
        return out.toString();
    }

    static void checkPair(LayoutEpoch before, LayoutEpoch after) {
        if (!before.identity().equals(after.identity())
                || !Set.copyOf(before.pair().free())
                        .equals(Set.copyOf(after.pair().free()))) {
            throw refused(
                    "key.epochs-differ",
                    after,
                    "its parts are not those of " + LayoutRules.show(before)
                            + ", so old events could not be addressed any more. Use the same parts on the same side of"
                            + " the clock");
        }
        if (before.pair().sortType() != after.pair().sortType()) {
            throw refused(
                    "key.epochs-differ",
                    after,
                    "its sort key is of another type than that of " + LayoutRules.show(before)
                            + ", and a table has one type. Keep text or number");
        }
        boolean apart = sameUpToClock(before.pair().sort(), after.pair().sort())
                || (!SeriesLayout.mayReturn(before, after.pair()) && !SeriesLayout.mayReturn(after, before.pair()));
        if (!apart) {
            throw refused(
                    "key.epochs-mixed",
                    after,
                    "its sort keys could be taken for those of " + LayoutRules.show(before)
                            + ". Keep the sort template up to the clock, or begin one of the templates with another"
                            + " literal");
        }
    }

    /** Returns whether the clock is at the same place behind the same beginning, so that time keeps the keys apart. */
    private static boolean sameUpToClock(@Nullable Template before, @Nullable Template after) {
        if (before == null || after == null) {
            return before == after;
        }
        return before.source().equals(after.source())
                || (before.clockAt() >= 0 && upToClock(before).equals(upToClock(after)));
    }

    private static List<String> upToClock(Template sort) {
        return sort.parts().subList(0, sort.clockAt() + 1).stream()
                .map(part ->
                        part instanceof TemplatePart.Clock clock ? clock.form().pattern() : part.toString())
                .toList();
    }

    private static Rejected refused(String code, LayoutEpoch epoch, String what) {
        return new Rejected(
                code,
                "epoch since " + ClockText.show(epoch.since()) + " with " + LayoutRules.show(epoch) + " cannot follow: "
                        + what);
    }
}
