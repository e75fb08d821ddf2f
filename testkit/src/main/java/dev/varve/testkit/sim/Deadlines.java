package dev.varve.testkit.sim;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The time by which workers must have caught up, because rows are sealed afterwards. */
final class Deadlines {

    /** A bucket can be closed this long after its end. */
    private static final Duration CLOSED_AFTER = Duration.ofMinutes(1);

    private record Due(Instant sealed, Instant closable) {}

    private final DrawnRollup drawn;
    private final List<Due> dues = new ArrayList<>();

    Deadlines(DrawnRollup drawn) {
        this.drawn = drawn;
    }

    /** Records a write. */
    void written(Instant clock, Instant now) {
        for (int tier = 0; tier < drawn.lengths().size(); tier++) {
            Instant closable = tier == 0
                    ? Instant.MIN
                    : drawn.calendar()
                            .end(drawn.lengths().get(tier).grain(), clock)
                            .plus(CLOSED_AFTER);
            if (!now.isBefore(drawn.sealedAt(tier, clock))) {
                return;
            }
            add(drawn.sealedAt(tier, clock), closable);
            if (drawn.hasGroups() && now.isBefore(drawn.groupSealedAt(tier, clock))) {
                add(drawn.groupSealedAt(tier, clock), closable);
            }
        }
    }

    private void add(Instant sealed, Instant closable) {
        if (!sealed.equals(Instant.MAX)) {
            dues.add(new Due(sealed, closable));
        }
    }

    Optional<Instant> first() {
        return dues.stream().map(Due::sealed).min(Instant::compareTo);
    }

    /** Records that everything is up to date. */
    void settled(Instant now) {
        dues.removeIf(due -> !due.closable().isAfter(now));
    }
}
