/**
 * The language of Varve: series, entities, rollups, alerts, the table client and the in-memory engine.
 *
 * <p>Three circles: the packages that applications use, {@code dev.varve.engine} with {@code dev.varve.engine.support} for
 * engine authors and decorators, and {@code internal} packages, which only Varve's own modules see.
 */
// The modules named in the qualified exports depend on this one, so the compiler cannot know them yet.
@SuppressWarnings("module")
module dev.varve {
    requires static transitive org.jspecify;

    exports dev.varve;
    exports dev.varve.alert;
    exports dev.varve.engine;
    exports dev.varve.engine.support;
    exports dev.varve.entity;
    exports dev.varve.error;
    exports dev.varve.feed;
    exports dev.varve.item;
    exports dev.varve.key;
    exports dev.varve.memory;
    exports dev.varve.rollup;
    exports dev.varve.schema;
    exports dev.varve.series;
    exports dev.varve.table;
    exports dev.varve.entity.internal to
            dev.varve.iot;
    exports dev.varve.internal to
            dev.varve.analytics,
            dev.varve.engine.dynamodb,
            dev.varve.engine.rocksdb,
            dev.varve.iot,
            dev.varve.testkit;
    exports dev.varve.item.internal to
            dev.varve.analytics,
            dev.varve.iot;
    exports dev.varve.key.internal to
            dev.varve.analytics,
            dev.varve.iot,
            dev.varve.testkit;
    exports dev.varve.key.internal.text to
            dev.varve.analytics;
    exports dev.varve.rollup.internal to
            dev.varve.testkit;
    exports dev.varve.schema.internal to
            dev.varve.testkit;
    exports dev.varve.series.internal to
            dev.varve.analytics,
            dev.varve.iot,
            dev.varve.testkit;
    exports dev.varve.series.internal.append to
            dev.varve.iot;
    exports dev.varve.series.internal.packed to
            dev.varve.testkit;
    exports dev.varve.table.internal to
            dev.varve.analytics,
            dev.varve.iot;
}
