package dev.varve.key.internal;

import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import dev.varve.key.internal.text.ClockDomain;
import dev.varve.key.internal.text.ClockText;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the templates of a series, so that a range read finds each event once. */
public final class LayoutRules {

    private LayoutRules() {}

    static void check(List<LayoutEpoch> epochs, String clock, @Nullable List<String> identity) {
        for (LayoutEpoch epoch : epochs) {
            checkClock(epoch, clock);
            if (identity != null) {
                checkIdentity(epoch, clock, identity);
            }
        }
        for (int later = 1; later < epochs.size(); later++) {
            EpochRules.checkBoundary(epochs.get(later - 1), epochs.get(later));
            for (int earlier = 0; earlier < later; earlier++) {
                EpochRules.checkPair(epochs.get(earlier), epochs.get(later));
            }
        }
    }

    public static void checkSince(Instant since, Instant before) {
        if (!ClockDomain.contains(since) || ClockDomain.nanoOfSecond(since) != 0) {
            throw new Rejected(
                    "key.since-not-a-second",
                    "epoch since " + ClockText.show(since) + " must begin at a whole second of the years 0001 to 9999");
        }
        if (!since.isAfter(before)) {
            throw new Rejected(
                    "key.epochs-unsorted",
                    "epoch since " + ClockText.show(since) + " is not after the epoch before it, since "
                            + ClockText.show(before) + "; declare epochs in the order of time, each instant once");
        }
    }

    private static void checkClock(LayoutEpoch epoch, String clock) {
        Template partition = epoch.pair().partition();
        Template sort = epoch.pair().sort();
        if (epoch.formats().isEmpty()) {
            throw new Rejected(
                    "key.missing-clock",
                    "templates \"" + partition + "\" / \"" + (sort == null ? "" : sort) + "\" do not hold the clock {"
                            + clock + "}; end the sort template with {" + clock + "}");
        }
        if (sort == null || epoch.buckets().isEmpty()) {
            return;
        }
        Grain bucket = epoch.buckets().stream()
                .map(ClockFormat::grain)
                .min(Grain::compareTo)
                .orElseThrow();
        boolean coarser = sort.clocks().anyMatch(format -> format.grain().compareTo(bucket) > 0);
        if (coarser) {
            throw TemplateRules.rejected(
                    sort.source(),
                    "key.sort-coarser-than-bucket",
                    "sorts by a coarser bucket than the partition, which has a " + bucket.word() + " in \"" + partition
                            + "\"; sort by {" + clock + "} or by a bucket that is not coarser");
        }
    }

    private static void checkIdentity(LayoutEpoch epoch, String clock, List<String> identity) {
        Set<String> extra = new HashSet<>(epoch.identity());
        identity.forEach(extra::remove);
        for (String name : epoch.identity()) {
            if (extra.contains(name)) {
                throw new Rejected(
                        "key.part-before-clock",
                        "{" + name + "} is before the clock in " + show(epoch) + ", so a time range is contiguous"
                                + " only for one " + name + "; the identity is " + identity + ". Add " + name
                                + " to the identity, or write it behind {" + clock + "}");
            }
        }
        for (String name : identity) {
            if (!epoch.identity().contains(name)) {
                throw new Rejected(
                        "key.identity-not-in-key",
                        "identity " + name + " is not before the clock in " + show(epoch)
                                + ", so events of different " + name + " would be mixed; write {" + name
                                + "} into the partition template");
            }
        }
    }

    static String show(LayoutEpoch epoch) {
        Template sort = epoch.pair().sort();
        return "\"" + epoch.pair().partition() + "\"" + (sort == null ? "" : " / \"" + sort + "\"");
    }
}
