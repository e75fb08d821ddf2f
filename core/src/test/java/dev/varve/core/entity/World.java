package dev.varve.core.entity;

import dev.varve.core.item.Item;
import dev.varve.core.memory.MemoryEngine;
import dev.varve.core.schema.Declaration;
import dev.varve.core.schema.OpenSchema;
import dev.varve.core.schema.Schema;
import dev.varve.core.table.Key;
import dev.varve.core.table.Scan;
import dev.varve.core.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A table in memory with a clock that stands still until it is told to go on. */
final class World {

    static final Instant START = Instant.parse("2026-04-20T14:00:00Z");

    private final UnaryOperator<Table> decorator;
    private volatile Instant now = START;
    private final MemoryEngine engine = new MemoryEngine(() -> now);
    private final Schema schema;
    private final Table table;

    World(Declaration... declarations) {
        this(table -> table, declarations);
    }

    World(UnaryOperator<Table> decorator, Declaration... declarations) {
        this.decorator = decorator;
        this.schema = Schema.of("iot", declarations);
        this.table = engine.open(schema.tables().get(0)).join();
    }

    OpenSchema schema() {
        return new OpenSchema(schema, Map.of("iot", decorator.apply(table)), () -> now, 2);
    }

    <R extends Record> OpenEntities<R> open(Entity<R> entity) {
        return new OpenEntities<>(schema(), entity);
    }

    static <R extends Record> OpenEntities<R> opened(Entity<R> entity) {
        return new World(entity).open(entity);
    }

    Table table() {
        return table;
    }

    Instant now() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    Item stored(String partition, String sort) {
        return table.blocking().get(Key.of(partition, sort)).orElseThrow();
    }

    List<Item> index(String name) {
        return table.blocking().stream(Scan.all().on(name)).toList();
    }

    List<Item> all() {
        return table.blocking().stream(Scan.all()).toList();
    }
}
