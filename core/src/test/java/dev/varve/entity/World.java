package dev.varve.entity;

import dev.varve.item.Item;
import dev.varve.memory.MemoryEngine;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.table.Key;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A table in memory with a clock that moves only when a test moves it. */
public final class World {

    public static final Instant START = Instant.parse("2026-04-20T14:00:00Z");

    private final UnaryOperator<Table> decorator;
    private volatile Instant now = START;
    private final MemoryEngine engine = new MemoryEngine(() -> now);
    private final Schema schema;
    private final Table table;

    public World(Declaration... declarations) {
        this(table -> table, declarations);
    }

    public World(UnaryOperator<Table> decorator, Declaration... declarations) {
        this.decorator = decorator;
        this.schema = Schema.of("iot", declarations);
        this.table = engine.open(schema.tables().get(0)).join();
    }

    OpenSchema schema() {
        return new OpenSchema(schema, Map.of("iot", decorator.apply(table)), () -> now, 2);
    }

    public <R extends Record> OpenEntities<R> open(Entity<R> entity) {
        return new OpenEntities<>(schema(), entity);
    }

    static <R extends Record> OpenEntities<R> opened(Entity<R> entity) {
        return new World(entity).open(entity);
    }

    public Table table() {
        return table;
    }

    public Instant now() {
        return now;
    }

    public void pass(Duration time) {
        now = now.plus(time);
    }

    public Item stored(String partition, String sort) {
        return table.blocking().get(Key.of(partition, sort)).orElseThrow();
    }

    public List<Item> index(String name) {
        return table.blocking().stream(Scan.all().on(name)).toList();
    }

    List<Item> all() {
        return table.blocking().stream(Scan.all()).toList();
    }
}
