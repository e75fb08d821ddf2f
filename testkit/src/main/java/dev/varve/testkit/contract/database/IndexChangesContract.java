package dev.varve.testkit.contract.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.entity.Entity;
import dev.varve.entity.EntityBuilder;
import dev.varve.entity.RecentOnly;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.key.Grain;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.Tier;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.series.Current;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.table.BlockingTable;
import dev.varve.table.Put;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.testkit.contract.series.SeriesContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stored items keep their index keys, so a declaration with different index keys is rejected. */
public abstract class IndexChangesContract extends SeriesContract {

    private static final String ADVICE =
            ". Keep it as it was, or store it in a new table under another name with named(…)";

    /** An event with several components to index. */
    public record Sighting(String deviceId, Instant at, String loc, Optional<String> flag, int floor) {}

    /** An entity with several components to index. */
    public record Machine(String machineId, String loc, Optional<String> owner, Instant seen, int floor) {}

    private String table = "";

    @BeforeEach
    void nameTheTable() {
        table = harness().newTableName();
    }

    private TableSchema schemaOfTable() {
        return TableSchema.named(table)
                .index("byLoc", "byLocpk", "byLocsk")
                .index("other", "otherpk", "othersk")
                .build();
    }

    private Varve openAs(Declaration... declarations) {
        return open(Schema.of(schemaOfTable(), declarations));
    }

    private void assertRefused(String difference, Declaration declaration) {
        assertRejected(
                "schema.incompatible",
                "%s is not declared as it was when its items were stored: %s%s"
                        .formatted(declaration.name(), difference, ADVICE),
                () -> openAs(declaration));
    }

    private static SeriesBuilder<Sighting> sightings() {
        return Series.of(Sighting.class)
                .named("sightings")
                .partition("DEVICE#{deviceId}")
                .sort("SIGHTING#{at}");
    }

    private static SeriesBuilder<Sighting> located() {
        return sightings().index("byLoc", "L#{loc}", "{at}#{deviceId}");
    }

    @Test
    void changedIndexOfEventsIsRefusedAndNamed() {
        Series<Sighting> declared = located().build();
        openAs(declared).series(declared).append(new Sighting("d-1", at(0), "hall", Optional.empty(), 1));
        assertRefused(
                "index byLoc of events was \"L#{loc}\" / \"{at}#{deviceId}\" in Z, is now \"LOC#{loc}\" /"
                        + " \"{at}#{deviceId}\" in Z",
                sightings().index("byLoc", "LOC#{loc}", "{at}#{deviceId}").build());
        assertRefused(
                "index byLoc of events was \"L#{loc}\" / \"{at}#{deviceId}\" in Z, is now numbers [floor], \"L#{loc}\""
                        + " / \"{at}#{floor}#{deviceId}\" in Z",
                sightings().index("byLoc", "L#{loc}", "{at}#{floor}#{deviceId}").build());
        assertRefused(
                "index byLoc of events was \"L#{loc}\" / \"{at}#{deviceId}\" in Z, is now only with flag, \"L#{loc}\" /"
                        + " \"{at}#{deviceId}\" in Z",
                sightings()
                        .sparseIndex("byLoc", "flag", "L#{loc}", "{at}#{deviceId}")
                        .build());
        assertRefused(
                "index byLoc of events was \"L#{loc}\" / \"{at}#{deviceId}\" in Z, is now shared, \"L#{loc}\" /"
                        + " \"{at}#{deviceId}\" in Z",
                sightings().sharedIndex("byLoc", "L#{loc}", "{at}#{deviceId}").build());
        Series<Sighting> kept = located().build();
        Varve db = openAs(kept);
        eventually(() -> assertThat(db.series(kept).by("byLoc", "hall").list()).hasSize(1));
    }

    @Test
    void indexAddedToOrRemovedFromStoredEventsIsRefused() {
        openAs(located().build());
        assertRefused(
                "index byLoc of events was \"L#{loc}\" / \"{at}#{deviceId}\" in Z, is now gone",
                sightings().build());
        assertRefused(
                "index other of events was not declared, is now \"F#{deviceId}\" / \"{at}\" in Z",
                located().index("other", "F#{deviceId}", "{at}").build());
        openAs(located().build());
    }

    @Test
    void adviceToStoreEventsElsewhereWorks() {
        openAs(located().build());
        Series<Sighting> changed = sightings()
                .named("sightings2")
                .index("byLoc", "LOC#{loc}", "{at}#{deviceId}")
                .build();
        TableSchema elsewhere = TableSchema.named(harness().newTableName())
                .index("byLoc", "byLocpk", "byLocsk")
                .build();
        Varve both = open(Schema.of(Schema.in(schemaOfTable(), located().build()), Schema.in(elsewhere, changed)));
        both.series(changed).append(new Sighting("d-1", at(0), "hall", Optional.empty(), 1));
        eventually(() ->
                assertThat(both.series(changed).by("byLoc", "hall").list()).hasSize(1));
    }

    @Test
    void indexAddedToOrRemovedFromTheTableIsRefusedByEveryEngine() {
        Series<Sighting> plain = sightings().build();
        open(Schema.of(table, plain));
        assertRejected(
                "table.drift",
                "table %s is not as declared: index byLoc is declared, but the table has none".formatted(table),
                () -> open(Schema.of(table, located().build())));
        nameTheTable();
        open(Schema.of(table, located().build()));
        assertRejected(
                "table.drift",
                "table %s is not as declared: index byLoc is in the table, but not declared".formatted(table),
                () -> open(Schema.of(table, plain)));
    }

    private static EntityBuilder<Machine> machines() {
        return Entity.of(Machine.class)
                .named("machines")
                .partition("MACHINE#{machineId}")
                .sort("METADATA");
    }

    @Test
    void changedIndexOfEntitiesIsRefusedAndNamed() {
        Entity<Machine> declared =
                machines().index("byLoc", "L#{loc}", "{machineId}").build();
        openAs(declared).entities(declared).put(new Machine("m-1", "hall", Optional.empty(), at(0), 1));
        String was = "index byLoc of entities was \"L#{loc}\" / \"{machineId}\", is now ";
        assertRefused(
                was + "\"LOC#{loc}\" / \"{machineId}\"",
                machines().index("byLoc", "LOC#{loc}", "{machineId}").build());
        assertRefused(
                was + "only with owner, \"L#{loc}\" / \"{machineId}\"",
                machines()
                        .sparseIndex("byLoc", "owner", "L#{loc}", "{machineId}")
                        .build());
        assertRefused(
                was + "only with seen within PT1H when written, \"L#{loc}\" / \"{machineId}\"",
                machines()
                        .recentIndex("byLoc", RecentOnly.by("seen", Duration.ofHours(1)), "L#{loc}", "{machineId}")
                        .build());
        assertRefused(was + "gone", machines().build());
        Entity<Machine> kept =
                machines().index("byLoc", "L#{loc}", "{machineId}").build();
        Varve db = openAs(kept);
        eventually(
                () -> assertThat(db.entities(kept).by("byLoc", "hall").list()).hasSize(1));
    }

    @Test
    void changedIndexOfCurrentRecordsIsRefusedAndNamed() {
        Current<Sighting> current = Current.transactional(Sighting.class).keys("DEVICE#{deviceId}", "CURRENT");
        openAs(sightings()
                .current(current.index("byLoc", "L#{loc}", "{deviceId}"))
                .build());
        assertRefused(
                "index byLoc of current was \"L#{loc}\" / \"{deviceId}\", is now \"LOC#{loc}\" / \"{deviceId}\"",
                sightings()
                        .current(current.index("byLoc", "LOC#{loc}", "{deviceId}"))
                        .build());
    }

    @Test
    void changedIndexOfRowsIsRefusedAndNamed() {
        Tier hours = Tier.of(Grain.HOUR);
        Rollup rollup = Rollup.of("floor");
        openAs(sightings()
                .rollUp(rollup.tier(hours.index("byLoc", "H#{deviceId}", "{at:hour}")))
                .build());
        assertRefused(
                "index byLoc of hourly rows was \"H#{deviceId}\" / \"{at:hour}\" in Z, is now \"HOURS#{deviceId}\" /"
                        + " \"{at:hour}\" in Z",
                sightings()
                        .rollUp(rollup.tier(hours.index("byLoc", "HOURS#{deviceId}", "{at:hour}")))
                        .build());
        // Rows of a new tier may have a new index.
        openAs(sightings()
                .rollUp(rollup.tier(hours.index("byLoc", "H#{deviceId}", "{at:hour}"))
                        .tier(Tier.of(Grain.DAY).index("other", "D#{deviceId}", "{at:day}")))
                .build());
    }

    /** A machine whose floor is a text. */
    public record Storey(String machineId, String floor) {}

    /** A machine whose floor is a number. */
    public record Level(String machineId, int floor) {}

    @Test
    void keyPartThatBecomesANumberIsRefused() {
        openAs(Entity.of(Storey.class)
                .named("machines")
                .partition("FLOOR#{floor}")
                .sort("{machineId}")
                .build());
        assertRefused(
                "number parts of entities was [], is now [floor]",
                Entity.of(Level.class)
                        .named("machines")
                        .partition("FLOOR#{floor}")
                        .sort("{machineId}")
                        .build());
    }

    @Test
    void seriesThatMovedToAnotherTableIsRefused() {
        TableSchema first = TableSchema.named(table).build();
        TableSchema second = TableSchema.named(harness().newTableName()).build();
        Series<Sighting> declared = sightings().build();
        Entity<Machine> machines = machines().build();
        open(Schema.of(Schema.in(first, machines), Schema.in(second, declared)));
        assertRejected("schema.incompatible", () -> open(Schema.of(Schema.in(first, machines, declared))));
        open(Schema.of(Schema.in(first, machines), Schema.in(second, declared)));
    }

    @Test
    void schemaItemOfAnEarlierVersionIsUpgradedWithTheDeclaredIndexes() {
        Series<Sighting> declared = located().build();
        Varve db = openAs(declared);
        removeNewerSchemaAttributes(db);
        openAs(declared);
        assertRejected(
                "schema.incompatible",
                () -> openAs(sightings()
                        .index("byLoc", "LOC#{loc}", "{at}#{deviceId}")
                        .build()));
    }

    /** Reduces the schema item to what earlier versions recorded: clock, tick and keys. */
    private void removeNewerSchemaAttributes(Varve db) {
        Item record = Objects.requireNonNull(read(db.table(table), key("SCHEMA#sightings", "SCHEMA")));
        Value.MapOf facts = (Value.MapOf) Objects.requireNonNull(record.value("facts"));
        Map<String, Value> former = new TreeMap<>(facts.values());
        former.keySet()
                .removeIf(fact -> fact.startsWith("index ") || fact.contains(" of ") || fact.equals("catalogue"));
        db.table(table)
                .update(Update.of(key("SCHEMA#sightings", "SCHEMA"))
                        .set("facts", new Value.MapOf(former))
                        .remove("table"));
    }

    @Test
    void copyOfDatabaseUnderAnotherNameOpens() {
        Series<Sighting> declared = located().build();
        List<Item> contents = contents(openAs(declared).table(table));
        nameTheTable();
        BlockingTable copy = open(schemaOfTable());
        contents.forEach(item -> copy.put(Put.of(item)));
        openAs(declared);
        assertRefused(
                "index other of events was not declared, is now \"F#{deviceId}\" / \"{at}\" in Z",
                located().index("other", "F#{deviceId}", "{at}").build());
    }
}
