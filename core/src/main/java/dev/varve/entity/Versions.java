package dev.varve.entity;

import dev.varve.entity.internal.EntityItems;
import dev.varve.key.Parts;
import dev.varve.table.Get;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.table.internal.LayoutKeys;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The kept versions of one entity, newest first. They remain after the entity is deleted. */
public final class Versions<R extends Record> {

    private final EntityItems<R> items;
    private final Table table;
    private final Parts key;

    Versions(EntityItems<R> items, Table table, Parts key) {
        this.items = items;
        this.table = table;
        this.key = key;
    }

    /** Returns the record as this version left it. */
    public Optional<R> find(long version) {
        return table.blocking()
                .get(Get.of(items.snapshotKey(key, version)))
                .find()
                .map(items::readSnapshot);
    }

    /** Returns all versions. */
    public List<R> list() {
        return stream().toList();
    }

    /** Returns all versions, read page by page as the stream is consumed. */
    public Stream<R> stream() {
        return table.blocking().stream(query()).map(items::readSnapshot);
    }

    /** Returns the newest versions, at most {@code limit}. */
    public EntityPage<R> page(int limit) {
        return page(limit, null);
    }

    /** Returns at most {@code limit} versions after the page that the token came with. */
    public EntityPage<R> page(int limit, @Nullable PageToken resume) {
        var page = table.blocking().query(query().limit(limit).resume(resume));
        return new EntityPage<>(page.items().stream().map(items::readSnapshot).toList(), page.next(), page.capacity());
    }

    private Query query() {
        return LayoutKeys.query(items.snapshots(key)).descending();
    }
}
