package dev.varve.testkit.contract.database;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.Transaction;
import dev.varve.Varve;
import dev.varve.entity.Entity;
import dev.varve.entity.EntityDeletion;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.Patch;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.feed.Change;
import dev.varve.feed.FeedPosition;
import dev.varve.item.InstantFormat;
import dev.varve.item.Item;
import dev.varve.item.RecordOptions;
import dev.varve.key.Tick;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Stat;
import dev.varve.schema.Schema;
import dev.varve.series.CurrentChange;
import dev.varve.series.OpenSeries;
import dev.varve.series.OpenTrackedSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.table.BlockingTable;
import dev.varve.table.Condition;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.testkit.CountingEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.contract.series.SeriesContract;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import dev.varve.testkit.fault.LaggingIndexes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The behaviour of a database as a whole: its clock, its declarations, closing it. */
public abstract class DatabaseContract extends SeriesContract {

    @Test
    void aDatabaseUsesTheClockOfItsEngine() {
        Series<Reading> kept = Series.of(Reading.class)
                .named("kept")
                .partition("KEPT#{deviceId}")
                .sort("READING#{at}")
                .keep(Duration.ofDays(1))
                .build();
        Varve db = Varve.open(harness().engine(), harness().newTableName(), kept);

        assertThat(db.clock()).isSameAs(harness().engine().clock()).isSameAs(clock());
        db.series(kept).append(reading(0, 21));
        assertThat(db.series(kept).latest("d-1")).isPresent();
        clock().advance(Duration.ofDays(2));
        assertThat(db.series(kept).latest("d-1")).isEmpty();
    }

    @Test
    void aSecondClockIsRefused() {
        MutableClock other = new MutableClock(clock().instant());

        assertRejected("db.two-clocks", () -> Varve.on(harness().engine()).clock(other));
    }

    @Test
    void decoratorsOfAnEngineHaveItsClock() {
        assertThat(new FaultyEngine(harness().engine(), Faults.none(1)).clock()).isSameAs(clock());
        assertThat(new LaggingIndexes(harness().engine()).clock()).isSameAs(clock());
        assertThat(new CountingEngine(harness().engine()).clock()).isSameAs(clock());
        Varve.on(new LaggingIndexes(harness().engine()))
                .clock(clock())
                .open(Schema.of(harness().newTableName(), READINGS));
    }

    /** A factory as in applications: each call builds the declaration again. */
    private static Series<Reading> readings() {
        return readings(Duration.ofDays(30)).build();
    }

    private static SeriesBuilder<Reading> readings(Duration keep) {
        return Series.of(Reading.class)
                .named("factory")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .options(RecordOptions.defaults().rename("temperature", "t"))
                .rollUp(Rollup.of("temperature").hourly().group(Group.all("fleet")))
                .keep(keep);
    }

    private static Entity<Place> places() {
        return Entity.of(Place.class)
                .named("places")
                .partition("PLACE#{placeId}")
                .sort("#META")
                .options(RecordOptions.defaults().lowerCaseEnums())
                .build();
    }

    /** An entity. */
    public record Place(String placeId, String name) {}

    @Test
    void equalDeclarationsAreOne() {
        Varve db = open(readings(), telemetry(current()), places());

        db.series(readings()).append(reading(0, 21));
        assertThat(db.series(readings())).isSameAs(db.series(readings()));
        assertThat(db.series(readings()).latest("d-1")).isPresent();
        assertThat(db.series(readings()).declaration())
                .isSameAs(db.schema().declarations().get(0));
        db.series(telemetry(current())).append(report(0, "hall", 1));
        assertThat(db.series(telemetry(current())).current("c-1", "d-7")).isPresent();
        db.entities(places()).create(new Place("p-1", "hall"));
        assertThat(db.entities(places()).find("p-1")).isPresent();
        Transaction transaction = db.transact();
        transaction.append(db.series(readings()), reading(1, 22));
        transaction.put(db.entities(places()), new Place("p-2", "yard"));
        transaction.commit();
        assertThat(db.entities(places()).find("p-2")).isPresent();
    }

    @Test
    void differentDeclarationOfTheSameNameIsRefusedWithTheDifference() {
        Varve db = open(readings(), places());

        assertRejected(
                "schema.declared-otherwise",
                "series factory is not declared as in this database: keep is PT1440H here and PT720H there. Use"
                        + " the declaration that the database was opened with, or an equal one",
                () -> db.series(readings(Duration.ofDays(60)).build()));
        assertRejected(
                "schema.declared-otherwise",
                "series factory is not declared as in this database: exactClock is true here and false there; tick is"
                        + " SECONDS here and MILLIS there. Use the declaration that the database was opened with, or"
                        + " an equal one",
                () -> db.series(readings(Duration.ofDays(30))
                        .exactClock()
                        .tick(Tick.SECONDS)
                        .build()));
        assertRejected(
                "schema.declared-otherwise",
                () -> db.series(readings(Duration.ofDays(30))
                        .rollUp(Rollup.of("temperature").hourly())
                        .build()));
        assertRejected(
                "schema.declared-otherwise",
                () -> db.entities(Entity.of(Place.class)
                        .named("factory")
                        .partition("PLACE#{placeId}")
                        .sort("#META")
                        .build()));
        assertRejected(
                "schema.not-declared",
                "readings is not part of this schema; it has [factory, places]. Add it where the database is opened",
                () -> db.series(READINGS));
    }

    @Test
    void transactionCollectsStepsWhoseResultIsIgnored() {
        Varve db = open(READINGS, places());
        Transaction transaction = db.transact();
        for (int i = 0; i < 5; i++) {
            transaction.append(db.series(READINGS), reading(i, i));
        }
        transaction.put(db.entities(places()), new Place("p-1", "hall"));
        transaction.once("token-" + harness().newTableName());

        assertThat(transaction.commit()).isInstanceOf(Transaction.Result.Committed.class);
        assertThat(db.series(READINGS).history("d-1").count()).isEqualTo(5);
        assertThat(db.entities(places()).find("p-1")).isPresent();
        db.entities(places()).put(new Place("p-1", "yard"));
        assertThat(transaction.commit()).as("the same token again").isInstanceOf(Transaction.Result.Committed.class);
        assertThat(db.entities(places()).findConsistent("p-1")).contains(new Place("p-1", "yard"));
    }

    @Test
    void patchCollectsStepsWhoseResultIsIgnored() {
        Varve db = open(places(), TELEMETRY);
        OpenEntities<Place> places = db.entities(places());
        places.create(new Place("p-1", "hall"));

        Patch<Place> patch = places.patch("p-1");
        for (String component : List.of("name")) {
            patch.set(component, "yard");
        }
        patch.when(attr("name").is("cellar"));
        assertThat(patch.run()).isInstanceOf(EntityOutcome.ConditionFailed.class);
        EntityDeletion<Place> removal = places.removal("p-1");
        removal.when(attr("name").is("cellar"));
        assertThat(removal.run()).isInstanceOf(EntityOutcome.ConditionFailed.class);
        assertThat(places.findConsistent("p-1")).contains(new Place("p-1", "hall"));

        db.series(TELEMETRY).append(report(0, "hall", 1));
        CurrentChange<State> change = db.series(TELEMETRY).enrich("c-1", "d-7");
        change.set("accountId", "a-1");
        change.set("diagnostics", "fine");
        assertThat(change.run()).isInstanceOf(CurrentChange.Result.Changed.class);
        assertThat(db.series(TELEMETRY).currentConsistent("c-1", "d-7"))
                .hasValueSatisfying(state -> assertThat(state.accountId()).contains("a-1"));
    }

    @Test
    void closingOneOfTwoDatabasesOnAnEngineLeavesTheOtherOpen() {
        String name = harness().newTableName();
        Varve one = open(Schema.of(name, READINGS));
        Varve other = open(Schema.of(name, READINGS));
        OpenSeries<Reading> readings = other.series(READINGS);

        one.close();
        one.close();
        readings.append(reading(0, 21));
        assertThat(readings.latestConsistent("d-1")).isPresent();
        Unavailable closed = catchThrowableOfType(Unavailable.class, () -> one.series(READINGS));
        assertThat(closed.code()).isEqualTo("db.closed");

        other.close();
        Unavailable engineClosed = catchThrowableOfType(Unavailable.class, () -> readings.latest("d-1"));
        assertThat(engineClosed.code()).isEqualTo("engine.closed");
    }

    @Test
    void aDatabaseThatCouldNotBeOpenedDoesNotKeepTheEngineOpen() {
        String name = harness().newTableName();
        Varve db = open(Schema.of(name, READINGS));
        Series<Reading> otherwise = Series.of(Reading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("R#{at}")
                .build();
        assertThat(catchThrowableOfType(Rejected.class, () -> open(Schema.of(name, otherwise))))
                .isNotNull();

        OpenSeries<Reading> readings = db.series(READINGS);
        db.close();
        assertThat(catchThrowableOfType(Unavailable.class, () -> readings.latest("d-1")))
                .isNotNull();
    }

    @Test
    void aStatisticThatTheRollupDoesNotHaveIsRefused() {
        Varve db = open(readings());
        db.series(readings()).append(reading(0, 21));
        RollupRow row = db.series(readings())
                .rollups("d-1")
                .hourly()
                .last(Duration.ofHours(2))
                .fresh()
                .list()
                .get(0);

        assertThat(row.avg("temperature")).hasValue(21);
        assertRejected(
                "rollup.not-measured",
                "rows of series factory have no avgTypo; the measures are [[COUNT, SUM, MIN, MAX, AVG] of temperature]."
                        + " Correct the name, or add it to the rollup",
                () -> row.avg("typo"));
        assertRejected("rollup.not-measured", () -> row.get(Stat.STDDEV, "temperature"));
        assertRejected("rollup.not-measured", () -> row.count("typo"));
    }

    @Test
    void anAppendReadsTheCurrentRecordWithItsEnrichmentOnRequest() {
        OpenTrackedSeries<Report, State> telemetry = open(TELEMETRY).series(TELEMETRY);
        telemetry.append(report(0, "hall", 1));
        telemetry.enrich("c-1", "d-7").set("accountId", "a-1").run();

        Outcome.Applied<Report> plain = assertOutcome(Outcome.Applied.class, telemetry.append(report(1, "yard", 2)));
        assertThat(telemetry.currentIn(plain)).isEmpty();
        Outcome.Applied<Report> read =
                assertOutcome(Outcome.Applied.class, telemetry.appendAndRead(report(2, "roof", 3)));
        assertThat(telemetry.currentIn(read)).hasValueSatisfying(state -> {
            assertThat(state.location()).contains("roof");
            assertThat(state.accountId()).contains("a-1");
        });
        assertThat(telemetry.currentIn(read)).isEqualTo(telemetry.currentConsistent("c-1", "d-7"));
        assertThat(read.capacity().table().read()).isEqualTo(1);
        assertOutcome(Outcome.Duplicate.class, telemetry.appendAndRead(report(2, "roof", 3)));
    }

    @Test
    void changeHasTheEventBeforeIt() {
        Varve db = open(READINGS);
        OpenSeries<Reading> readings = db.series(READINGS);
        Reading event = reading(0, 21);
        Item item = READINGS.mapping().toItem(event);
        Key key = READINGS.itemKey(READINGS.keyOf(event), event.at());

        Change removed = new Change(new FeedPosition("1"), at(0), key, item, null, Change.Cause.WRITE);
        assertThat(readings.event(removed)).isEmpty();
        assertThat(readings.previous(removed)).contains(event);
        Change written = new Change(new FeedPosition("2"), at(0), key, null, item, Change.Cause.WRITE);
        assertThat(readings.event(written)).contains(event);
        assertThat(readings.previous(written)).isEmpty();
    }

    /** A component with an enum type. */
    public enum Level {
        GOOD,
        BAD
    }

    /** A part of a {@link Visit}. */
    public record Detail(String note, Level level) {}

    /** An entity and an event with components that are stored in another form. */
    public record Visit(
            String id,
            Instant at,
            Instant seen,
            Level level,
            UUID token,
            Set<Level> levels,
            Detail detail,
            Map<String, Double> fields) {}

    private Visit visit(String id, Instant seen, Level level) {
        return new Visit(
                id, at(0), seen, level, new UUID(1, 2), Set.of(level), new Detail("n", level), Map.of("t", 21.5));
    }

    private static final RecordOptions FORMS = RecordOptions.defaults()
            .instant("seen", InstantFormat.MILLIS)
            .lowerCaseEnums()
            .rename("token", "tk");

    private static final Series<Visit> VISITS = Series.of(Visit.class)
            .named("visits")
            .clock("at")
            .partition("VISIT#{id}")
            .sort("V#{at}")
            .options(FORMS)
            .build();

    private static final Entity<Visit> VISITED = Entity.of(Visit.class)
            .named("visited")
            .partition("VISITED")
            .sort("ID#{id}")
            .options(FORMS)
            .build();

    @Test
    void filtersAcceptTheTypesOfTheRecord() {
        Varve db = open(VISITS, VISITED);
        OpenEntities<Visit> visited = db.entities(VISITED);
        visited.put(visit("a", at(10), Level.GOOD));
        visited.put(visit("b", at(20), Level.BAD));
        visited.put(visit("c", at(30), Level.BAD));

        Function<Condition, List<String>> ids = condition ->
                visited.in().where(condition).list().stream().map(Visit::id).toList();
        assertThat(ids.apply(attr("seen").from(at(20)))).containsExactly("b", "c");
        assertThat(ids.apply(attr("seen").from(at(20).plusNanos(1)))).containsExactly("c");
        assertThat(ids.apply(attr("seen").before(at(20).plusNanos(1)))).containsExactly("a", "b");
        assertThat(ids.apply(attr("seen").between(at(10), at(20)))).containsExactly("a", "b");
        assertThat(ids.apply(attr("level").is(Level.BAD))).containsExactly("b", "c");
        assertThat(ids.apply(attr("level").is("bad"))).containsExactly("b", "c");
        assertThat(ids.apply(attr("level").is(Level.GOOD).or(attr("seen").from(at(30)))))
                .containsExactly("a", "c");
        assertThat(ids.apply(attr("level").isNot(Level.BAD))).containsExactly("a");
        assertThat(ids.apply(attr("level").in(Level.GOOD, Level.BAD))).hasSize(3);
        assertThat(ids.apply(attr("tk").is(new UUID(1, 2)))).hasSize(3);
        assertThat(ids.apply(attr("levels").contains(Level.GOOD))).containsExactly("a");
        assertThat(ids.apply(attr("detail").at("level").is(Level.GOOD))).containsExactly("a");
        assertThat(ids.apply(attr("fields").at("t").from(21))).hasSize(3);
        assertThat(ids.apply(attr("fields").at("any name").exists())).isEmpty();

        db.series(VISITS).append(visit("a", at(10), Level.GOOD));
        assertThat(db.series(VISITS)
                        .history("a")
                        .where(attr("at").from(at(0)).and(attr("level").is(Level.GOOD)))
                        .list())
                .hasSize(1);
        assertThat(visited.patch("a")
                        .set("level", Level.BAD)
                        .when(attr("level").is(Level.BAD))
                        .run()
                        .isDone())
                .isFalse();
        assertThat(visited.removal("a").when(attr("seen").is(at(10))).run().isDone())
                .isTrue();
    }

    @Test
    void aMisspeltAttributeInAConditionIsRefused() {
        Varve db = open(VISITS, VISITED, TELEMETRY);
        OpenEntities<Visit> visited = db.entities(VISITED);

        assertRejected(
                "record.unknown-attribute",
                "record Visit has no attribute \"typo\"; it has at, detail, fields, id, level, levels, seen, tk",
                () -> visited.in().where(attr("typo").is(1)));
        assertRejected(
                "record.unknown-attribute",
                "record Visit has no attribute \"token\"; it has at, detail, fields, id, level, levels, seen, tk."
                        + " Component token is stored in \"tk\"",
                () -> db.series(VISITS).history("a").where(attr("token").exists()));
        assertRejected(
                "record.unknown-attribute",
                "record Detail has no attribute \"typo\"; it has level, note",
                () -> visited.in().where(attr("detail").at("typo").exists()));
        assertRejected(
                "record.unknown-attribute",
                () -> visited.patch("a").when(attr("typo").exists()));
        assertRejected(
                "record.unknown-attribute",
                () -> visited.removal("a").when(attr("typo").exists()));
        assertRejected(
                "record.unknown-attribute", () -> visited.putIf(attr("typo").absent(), visit("a", at(0), Level.GOOD)));
        assertRejected(
                "record.unknown-attribute",
                () -> db.series(TELEMETRY)
                        .append(report(0, "hall", 1), attr("typo").absent()));
        assertRejected(
                "record.unknown-attribute",
                () -> db.series(TELEMETRY)
                        .enrich("c-1", "d-7")
                        .when(attr("typo").absent()));
        assertRejected(
                "record.wrong-class", () -> visited.in().where(attr("seen").from(Level.GOOD)));
    }

    @Test
    void tableRefusesAConditionWithAnInstant() {
        BlockingTable table = openPlain();

        assertRejected(
                "condition.no-stored-form",
                () -> table.put(Put.of(item("p", "s")).when(attr("seen").from(at(0)))));
        assertRejected(
                "condition.no-stored-form",
                () -> table.query(Query.of("p").where(attr("seen").from(at(0)).not())));
    }
}
