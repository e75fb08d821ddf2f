package dev.varve.analytics.session.internal;

import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.session.Visitor;
import dev.varve.analytics.session.internal.HitRef.Kind;
import dev.varve.error.Throttled;
import dev.varve.feed.Change;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import dev.varve.key.internal.ParsedKey;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.table.BatchGetResult;
import dev.varve.table.Consistency;
import dev.varve.table.Key;
import dev.varve.table.Table;
import dev.varve.table.internal.BulkGet;
import dev.varve.table.internal.LayoutKeys;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Reads the hits of both series by their keys. */
public final class StoredHits {

    /** How many requests for the hits of one visitor are sent in parallel. */
    private static final int PARALLEL = 4;

    /** One of the two series. */
    private record Source<E extends Record & Hit>(Series<E> series, Table table, String visitorId) {

        static <E extends Record & Hit> Source<E> of(SessionStore store, OpenSeries<E> open) {
            Series<E> series = open.declaration();
            return new Source<>(
                    series,
                    store.db().table(store.db().schema().tableOf(series).name()).async(),
                    series.mapping().attribute("visitorId"));
        }

        Key key(String siteId, HitRef ref) {
            Parts parts = Parts.of("siteId", siteId, "id", ref.id());
            return series.itemKey(parts, ref.at());
        }

        Optional<String> visitorOf(Item item) {
            return item.value(visitorId) instanceof Value.Text text ? Optional.of(text.value()) : Optional.empty();
        }
    }

    private final Map<Kind, Source<?>> sources;

    StoredHits(SessionStore store) {
        sources = Map.of(
                Kind.PAGE_VIEW, Source.of(store, store.pageViews()),
                Kind.EVENT, Source.of(store, store.events()));
    }

    public Table table(Kind kind) {
        return source(kind).table();
    }

    public Key key(String siteId, HitRef ref) {
        return source(ref.kind()).key(siteId, ref);
    }

    private Source<?> source(Kind kind) {
        return Objects.requireNonNull(sources.get(kind));
    }

    /** A change of a hit. */
    record Changed(String siteId, HitRef ref, Optional<String> visitorBefore, Optional<String> visitorAfter) {}

    /** Returns the changed hit, or empty for a change of another item. */
    Optional<Changed> read(Change change) {
        for (Map.Entry<Kind, Source<?>> each : sources.entrySet()) {
            Source<?> source = each.getValue();
            Optional<String> before = Optional.ofNullable(change.before()).flatMap(source::visitorOf);
            Optional<String> after = Optional.ofNullable(change.after()).flatMap(source::visitorOf);
            // Parsing a key costs more than checking the attribute, and most changes are of other items.
            if (before.isPresent() || after.isPresent()) {
                Optional<ParsedKey> key = LayoutKeys.written(change.key())
                        .flatMap(SeriesAccess.instance().layout(source.series())::match);
                if (key.isPresent()) {
                    Parts parts = key.get().parts();
                    HitRef ref = new HitRef(parts.text("id"), each.getKey());
                    return Optional.of(new Changed(parts.text("siteId"), ref, before, after));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the stored hit for each reference; empty if it does not exist or belongs to another visitor. */
    public CompletableFuture<Map<HitRef, Optional<Hit>>> find(Visitor visitor, Collection<HitRef> refs) {
        Map<HitRef, Optional<Hit>> found = new LinkedHashMap<>();
        refs.forEach(ref -> found.put(ref, Optional.empty()));
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        for (Map.Entry<Kind, Source<?>> each : sources.entrySet()) {
            Map<Key, HitRef> keys = new HashMap<>();
            refs.stream()
                    .filter(ref -> ref.kind() == each.getKey())
                    .forEach(ref -> keys.put(key(visitor.siteId(), ref), ref));
            if (!keys.isEmpty()) {
                Source<?> source = each.getValue();
                done = done.thenCompose(before -> read(source, List.copyOf(keys.keySet())))
                        .thenAccept(result -> result.found().forEach((key, item) -> {
                            if (source.visitorOf(item).equals(Optional.of(visitor.visitorId()))) {
                                found.put(keys.get(key), Optional.of(hit(source, item)));
                            }
                        }));
            }
        }
        return done.thenApply(all -> found);
    }

    private static <E extends Record & Hit> Hit hit(Source<E> source, Item item) {
        return source.series().mapping().fromItem(item);
    }

    private static CompletableFuture<BatchGetResult> read(Source<?> source, List<Key> keys) {
        return BulkGet.read(source.table(), keys, Consistency.STRONG, PARALLEL).thenApply(result -> {
            if (!result.unprocessed().isEmpty()) {
                throw new Throttled(
                        "visit.hits-unread",
                        "%s of %s hits could not be read in time: try again later"
                                .formatted(result.unprocessed().size(), keys.size()));
            }
            return result;
        });
    }
}
