package dev.varve.testkit.model;

import dev.varve.key.Tick;
import dev.varve.series.History;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A random range query, as sent to the database and as evaluated by checking every event of the model. */
record DrawnRange(
        Kind kind,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable Duration last,
        ModelCondition filter,
        Order order) {

    enum Kind {
        BETWEEN,
        SINCE,
        BEFORE,
        LAST,
        OPEN
    }

    enum Order {
        OLDEST_FIRST,
        NEWEST_FIRST
    }

    static DrawnRange draw(Draw draw, DrawnSeries series, Events events, Instant now) {
        Kind kind = draw.chance(40) ? Kind.BETWEEN : draw.oneOf(Kind.values());
        Instant one = events.drawBound();
        Instant other = events.drawBound();
        Instant from = one.isBefore(other) ? one : other;
        Instant to = one.isBefore(other) ? other : one;
        Duration last =
                Duration.ofNanos(1 + (long) (draw.nextDouble() * series.span().toNanos()));
        return new DrawnRange(
                kind,
                kind == Kind.BETWEEN || kind == Kind.SINCE ? from : null,
                kind == Kind.BETWEEN || kind == Kind.BEFORE ? to : null,
                kind == Kind.LAST ? last : null,
                draw.chance(30) ? ModelCondition.draw(draw) : ModelCondition.NONE,
                draw.oneOf(Order.values()));
    }

    /** Returns whether the query is rejected: partitions have time buckets, and the query has no lower bound. */
    boolean isRefused(DrawnSeries series) {
        return series.isBucketed()
                && series.lookBack() == null
                && (kind == Kind.SINCE || kind == Kind.BEFORE || kind == Kind.OPEN);
    }

    History<Event> of(History<Event> history) {
        History<Event> query = history;
        if (from != null && to != null) {
            query = query.between(from, to);
        } else if (from != null) {
            query = query.since(from);
        } else if (to != null) {
            query = query.before(to);
        } else if (last != null) {
            query = query.last(last);
        }
        query = filter.equals(ModelCondition.NONE) ? query : query.where(filter.condition());
        return order == Order.NEWEST_FIRST ? query.newestFirst() : query;
    }

    /** Returns the events that match the query; {@code events} must be in order. */
    List<Event> of(List<Event> events, DrawnSeries series, Instant now) {
        List<Event> found = new ArrayList<>();
        for (Event event : events) {
            if (holds(event.at(), series, now) && filter.test().test(State.of(event))) {
                found.add(event);
            }
        }
        if (order == Order.NEWEST_FIRST) {
            Collections.reverse(found);
        }
        return found;
    }

    private boolean holds(Instant at, DrawnSeries series, Instant now) {
        Tick tick = series.tick();
        if (last != null) {
            return tick.floor(at).isAfter(tick.floor(tick.floor(now).minus(last)))
                    && !tick.floor(at).isAfter(tick.floor(now));
        }
        if (from == null && series.isBucketed() && series.lookBack() != null) {
            return !tick.floor(at).isBefore(tick.floor(now.minus(series.lookBack())))
                    && (to == null || at.isBefore(to));
        }
        return (from == null || !at.isBefore(from)) && (to == null || at.isBefore(to));
    }
}
