package dev.varve.rollup.internal;

import dev.varve.feed.Change;
import dev.varve.internal.range.RangeQuery;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.key.ZoneHistory;
import dev.varve.key.internal.ParsedKey;
import dev.varve.rollup.internal.definition.EventColumns;
import dev.varve.table.Capacity;
import dev.varve.table.Key;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The events of a series, with only those members that have certain zones. */
record ZoneFilteredEvents(
        EventSource all,
        ZoneHistory zones,
        ZonedRollups rollups,
        Function<Set<ZoneHistory>, CompletableFuture<Void>> others)
        implements EventSource {

    @Override
    public CompletableFuture<List<Parts>> select(List<Parts> members) {
        return rollups.readable(members).thenCompose(followed -> {
            Set<ZoneHistory> rest = new LinkedHashSet<>(followed.values());
            rest.remove(zones);
            List<Parts> mine = members.stream()
                    .filter(member -> zones.equals(followed.get(member)))
                    .toList();
            return others.apply(rest).thenApply(done -> mine);
        });
    }

    @Override
    public RangeQuery events(Parts identity, TimeRange range) {
        return all.events(identity, range);
    }

    @Override
    public @Nullable CompletableFuture<Capacity> forEachColumns(
            Parts identity, TimeRange range, Consumer<EventColumns> each) {
        return all.forEachColumns(identity, range, each);
    }

    @Override
    public RangeQuery allEvents(Parts identity, TimeRange range) {
        return all.allEvents(identity, range);
    }

    @Override
    public RangeQuery items(Parts identity, TimeRange range) {
        return all.items(identity, range);
    }

    @Override
    public Key keyOf(Item item) {
        return all.keyOf(item);
    }

    @Override
    public Item restored(Item event) {
        return all.restored(event);
    }

    @Override
    public Instant clockOf(Item event) {
        return all.clockOf(event);
    }

    @Override
    public StagedForm stagedForm() {
        return all.stagedForm();
    }

    @Override
    public Optional<ParsedKey> find(Key key) {
        return all.find(key);
    }

    @Override
    public void touched(Change change, TouchedEvents each) {
        all.touched(change, each);
    }

    @Override
    public List<TimeRange> open(Parts identity, TimeRange range) {
        return all.open(identity, range);
    }

    @Override
    public RangeQuery members(Instant since) {
        return all.members(since);
    }

    @Override
    public Parts member(Item entry) {
        return all.member(entry);
    }

    @Override
    public CompletableFuture<Boolean> isListed(Parts identity) {
        return all.isListed(identity);
    }
}
