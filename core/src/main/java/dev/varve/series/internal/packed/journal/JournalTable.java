package dev.varve.series.internal.packed.journal;

import dev.varve.error.Rejected;
import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.table.IndexSchema;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The table that holds the journals of one series: keys, expiry, and the list of writers. */
final class JournalTable {

    /**
     * How long frames and fences are kept in a table with a TTL attribute. Rows are in blocks after hours; a week leaves time
     * to repair a fleet that cannot start. DynamoDB removes expired items for free; a delete costs a write unit per KB.
     */
    static final Duration FRAME_LIFE = Duration.ofDays(7);

    private static final String SERIES = "series";
    private static final String WRITER = "writer";
    private static final EntityLayout WRITERS = Layout.entity("JOURNAL#{series}", "WRITER#{writer}");

    private static final List<String> ATTRIBUTES = List.of(
            WriterItem.UNTIL,
            WriterItem.TRIMMED,
            WriterItem.LAST,
            WriterItem.FENCED,
            WriterItem.BY,
            WriterItem.ADOPTED,
            Frames.FRAME,
            Frames.FIRST,
            Frames.PARTS,
            Frames.FENCE);

    private final Table table;
    private final String series;
    private final InstantSource clock;

    JournalTable(Table table, String series, InstantSource clock) {
        check(table.schema());
        this.table = table;
        this.series = series;
        this.clock = clock;
    }

    private static void check(TableSchema schema) {
        KeyAttribute sort = schema.key().sort();
        if (schema.key().partition().type() != ValueType.TEXT || sort == null || sort.type() != ValueType.TEXT) {
            throw new Rejected(
                    "packed.journal-table",
                    "table %s cannot keep a journal: its key is %s, and a TEXT partition with a TEXT sort key is needed"
                            .formatted(schema.name(), schema.key()));
        }
        for (String name : ATTRIBUTES) {
            boolean taken = schema.key().contains(name) || name.equals(schema.ttlAttribute());
            for (IndexSchema index : schema.indexes()) {
                taken |= index.key().contains(name);
            }
            if (taken) {
                throw new Rejected(
                        "packed.journal-table",
                        "table %s cannot keep a journal: its attribute \"%s\" is a key or the TTL attribute"
                                .formatted(schema.name(), name));
            }
        }
    }

    Table table() {
        return table;
    }

    String series() {
        return series;
    }

    Instant now() {
        return clock.instant();
    }

    Frames frames(String writer) {
        return new Frames(this, parts(writer));
    }

    Key writerKey(String writer) {
        return LayoutKeys.key(WRITERS.write(parts(writer)));
    }

    private Parts parts(String writer) {
        return Parts.of(SERIES, series, WRITER, writer);
    }

    Item keyed(Key key, Item attributes) {
        return table.schema().keyed(key, attributes);
    }

    /** Returns whether frames expire by themselves. */
    boolean expires() {
        return table.schema().ttlAttribute() != null;
    }

    /** Returns the item with the expiry of a frame that is written at this instant. */
    Item expiring(Item item, Instant written) {
        String ttl = table.schema().ttlAttribute();
        return ttl == null ? item : item.with(ttl, written.plus(FRAME_LIFE).getEpochSecond());
    }

    /** Returns the writers that are listed, with a consistent read. */
    CompletableFuture<List<WriterItem>> writers() {
        List<WriterItem> writers = new ArrayList<>();
        Query query = LayoutKeys.query(WRITERS.slices(Parts.of(SERIES, series)).get(0))
                .consistent();
        return pages(query, page -> {
                    for (Item item : page.items()) {
                        LayoutKeys.written(table.schema().keyOf(item))
                                .flatMap(WRITERS::match)
                                .ifPresent(parts -> writers.add(WriterItem.read(parts.text(WRITER), item)));
                    }
                    return CompletableFuture.completedFuture(false);
                })
                .thenApply(done -> writers);
    }

    /** Reads the pages of a query in order, up to the first one for which the reader returns true. */
    CompletableFuture<Void> pages(Query query, Function<Page, CompletableFuture<Boolean>> reader) {
        AtomicReference<@Nullable PageToken> next = new AtomicReference<>();
        return AsyncLoop.untilDone(() -> table.query(query.resume(next.get())).thenCompose(page -> {
            next.set(page.next());
            return reader.apply(page).thenApply(isEnough -> isEnough || page.isLast());
        }));
    }

    static String text(@Nullable Value value) {
        return value instanceof Value.Text text ? text.value() : "";
    }
}
