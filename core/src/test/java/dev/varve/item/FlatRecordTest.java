package dev.varve.item;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.internal.MappedComponent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FlatRecordTest {

    record Agent(@Nullable String browser, Optional<String> os) {}

    record Visit(String id, Agent agent, int pages) {}

    /** The same item, declared without a flat record. */
    record PlainVisit(String id, @Nullable String browser, Optional<String> os, int pages) {}

    private static final RecordOptions DEFAULTS = RecordOptions.defaults();
    private static final RecordOptions FLAT = DEFAULTS.flat("agent");
    private static final RecordMapping<Visit> VISITS = RecordMapping.of(Visit.class, FLAT);
    private static final RecordMapping<PlainVisit> PLAIN = RecordMapping.of(PlainVisit.class);

    private static final Agent FIREFOX = new Agent("Firefox", Optional.of("Linux"));
    private static final Agent UNKNOWN = new Agent(null, Optional.empty());

    @Test
    void componentsAreAttributesOfTheItemItself() {
        Visit visit = new Visit("1", FIREFOX, 3);

        Item item = VISITS.toItem(visit);

        assertThat(item).isEqualTo(Item.of("id", "1", "browser", "Firefox", "os", "Linux", "pages", 3));
        assertThat(VISITS.fromItem(item)).isEqualTo(visit);
    }

    @Test
    void theItemIsThatOfARecordWithTheSameComponents() {
        PlainVisit full = new PlainVisit("1", "Firefox", Optional.of("Linux"), 3);
        PlainVisit bare = new PlainVisit("1", null, Optional.empty(), 3);

        assertThat(VISITS.fromItem(PLAIN.toItem(full))).isEqualTo(new Visit("1", FIREFOX, 3));
        assertThat(VISITS.fromItem(PLAIN.toItem(bare))).isEqualTo(new Visit("1", UNKNOWN, 3));
        assertThat(PLAIN.fromItem(VISITS.toItem(new Visit("1", FIREFOX, 3)))).isEqualTo(full);
        assertThat(VISITS.toItem(new Visit("1", UNKNOWN, 3))).isEqualTo(PLAIN.toItem(bare));
        assertThat(VISITS.attributes()).isEqualTo(PLAIN.attributes());
    }

    @Test
    void absentComponentsAreNotStoredAndTheRecordIsNeverNull() {
        Item item = VISITS.toItem(new Visit("1", UNKNOWN, 3));

        assertThat(item).isEqualTo(Item.of("id", "1", "pages", 3));
        assertThat(VISITS.fromItem(item)).isEqualTo(new Visit("1", UNKNOWN, 3));
        assertThat(VISITS.fromItem(item.with("browser", Value.Null.NULL))).isEqualTo(new Visit("1", UNKNOWN, 3));
    }

    @Test
    void requiredComponentsStayRequired() {
        record Place(double latitude, double longitude) {}
        record Stop(String id, Place place) {}
        RecordMapping<Stop> mapping = RecordMapping.of(Stop.class, DEFAULTS.flat("place"));

        assertRejected(
                () -> mapping.fromItem(Item.of("id", "1", "latitude", 48.1)),
                "record.missing",
                "record Stop, component longitude (attribute \"longitude\"): the item has no such attribute: write it,"
                        + " or declare the component Optional or @Nullable");
    }

    @Test
    void componentsAreAddressedByTheirOwnNames() {
        Visit visit = new Visit("1", FIREFOX, 3);

        assertThat(VISITS.components())
                .extracting(MappedComponent::name)
                .containsExactly("id", "browser", "os", "pages");
        assertThat(VISITS.component("browser").object(visit)).isEqualTo("Firefox");
        assertThat(VISITS.value(visit, "os")).isEqualTo(Value.of("Linux"));
        assertThat(VISITS.component("os").isRequired()).isFalse();
        assertThat(VISITS.toItem(visit, Set.of("browser"))).isEqualTo(Item.of("browser", "Firefox"));
        assertThat(VISITS.others(VISITS.toItem(visit).with("pk", "1"))).isEqualTo(Item.of("pk", "1"));
        assertThat(VISITS.stored("browser", List.of(), "Safari").value()).isEqualTo(Value.of("Safari"));
    }

    @Test
    void theFlatRecordItselfHasNoName() {
        assertRejected(
                () -> VISITS.component("agent"),
                "record.unknown-component",
                "record Visit has no component agent; it has id, browser, os, pages. Component agent is stored flat: use"
                        + " its components");
        assertRejected(
                () -> VISITS.requirePath("agent", List.of("browser")),
                "record.unknown-attribute",
                "record Visit has no attribute \"agent\"; it has browser, id, os, pages. Component agent is stored flat:"
                        + " use its components");
    }

    @Test
    void optionsNameTheComponentsOfAFlatRecord() {
        record Times(Instant start, @Nullable Instant end) {}
        record Job(String id, Times times) {}
        RecordMapping<Job> mapping = RecordMapping.of(
                Job.class,
                DEFAULTS.flat("times")
                        .rename("start", "s")
                        .instant("start", InstantFormat.EPOCH_SECONDS)
                        .convert("end", Converter.ofText(Instant::toString, Instant::parse)));
        Job job = new Job("1", new Times(Instant.ofEpochSecond(60), Instant.EPOCH));

        assertThat(mapping.toItem(job)).isEqualTo(Item.of("id", "1", "s", 60, "end", "1970-01-01T00:00:00Z"));
        assertThat(mapping.fromItem(mapping.toItem(job))).isEqualTo(job);
    }

    @Test
    void aFlatRecordMayContainFlatRecords() {
        record Version(int major, int minor) {}
        record Browser(String name, Version version) {}
        record Hit(Browser browser, String id) {}
        RecordMapping<Hit> mapping =
                RecordMapping.of(Hit.class, DEFAULTS.flat("browser").flat("version"));
        Hit hit = new Hit(new Browser("Firefox", new Version(150, 2)), "1");

        assertThat(mapping.toItem(hit)).isEqualTo(Item.of("name", "Firefox", "major", 150, "minor", 2, "id", "1"));
        assertThat(mapping.fromItem(mapping.toItem(hit))).isEqualTo(hit);
    }

    @Test
    void aFlatRecordMayContainMaps() {
        record Version(int major) {}
        record Browser(String name, Version version, Map<String, String> labels) {}
        record Hit(Browser browser) {}
        RecordMapping<Hit> mapping =
                RecordMapping.of(Hit.class, DEFAULTS.flat("browser").leaveOutEmpty());
        Hit hit = new Hit(new Browser("Firefox", new Version(150), Map.of()));

        assertThat(mapping.toItem(hit)).isEqualTo(Item.of("name", "Firefox", "version", Map.of("major", 150)));
        assertThat(mapping.fromItem(mapping.toItem(hit))).isEqualTo(hit);
    }

    @Test
    void severalFlatRecordsAndGenericOnesAreRead() {
        record Pair<A, B>(A first, @Nullable B second) {}
        record Empty() {}
        record Other(int x, int y) {}
        record All(Other other, Empty empty, Pair<String, Integer> pair, String id) {}
        RecordMapping<All> mapping =
                RecordMapping.of(All.class, DEFAULTS.flat("other").flat("empty").flat("pair"));
        All all = new All(new Other(1, 2), new Empty(), new Pair<>("a", null), "3");

        assertThat(mapping.toItem(all)).isEqualTo(Item.of("x", 1, "y", 2, "first", "a", "id", "3"));
        assertThat(mapping.fromItem(mapping.toItem(all))).isEqualTo(all);
    }

    @Test
    void aNestedRecordMayHaveAMappingWithFlatRecords() {
        record Day(String date, List<Visit> visits) {}
        RecordMapping<Day> mapping = RecordMapping.of(Day.class, DEFAULTS.nested(VISITS));
        Day day = new Day("2026-04-20", List.of(new Visit("1", FIREFOX, 3)));

        assertThat(mapping.toItem(day))
                .isEqualTo(Item.of(
                        "date",
                        "2026-04-20",
                        "visits",
                        List.of(Map.of("id", "1", "browser", "Firefox", "os", "Linux", "pages", 3))));
        assertThat(mapping.fromItem(mapping.toItem(day))).isEqualTo(day);
    }

    @Test
    void namesThatCollideAreRejected() {
        record Inner(String id) {}
        record Outer(String id, Inner inner) {}
        record Twice(Inner a, Inner b) {}
        record Same(Agent browser) {}

        assertRejected(
                () -> RecordMapping.of(Outer.class, DEFAULTS.flat("inner")),
                "record.flat",
                "record Inner, component id: record Outer already has a component id, and flat records share its names:"
                        + " rename one of the two");
        assertRejected(
                "record.flat",
                () -> RecordMapping.of(Twice.class, DEFAULTS.flat("a").flat("b")));
        assertRejected("record.flat", () -> RecordMapping.of(Same.class, DEFAULTS.flat("browser")));
        assertRejected(
                () -> RecordMapping.of(Visit.class, FLAT.rename("browser", "id")),
                "record.attribute",
                "record Agent, component browser: attribute \"id\" already holds component id");
    }

    @Test
    void aRecordInsideItselfIsRejected() {
        record Loop(Loop next) {}

        assertRejected("record.flat", () -> RecordMapping.of(Loop.class, DEFAULTS.flat("next")));
    }

    @Test
    void onlyARecordThatIsNeverAbsentCanBeFlat() {
        record Maybe(String id, Optional<Agent> agent) {}
        record Nullish(String id, @Nullable Agent agent) {}

        String remedy =
                ": a flat record is never absent: drop Optional or @Nullable here, and declare its components so";
        assertRejected(
                () -> RecordMapping.of(Maybe.class, FLAT), "record.flat", "record Maybe, component agent" + remedy);
        assertRejected(
                () -> RecordMapping.of(Nullish.class, FLAT), "record.flat", "record Nullish, component agent" + remedy);
        assertRejected(
                () -> RecordMapping.of(Visit.class, DEFAULTS.flat("id")),
                "record.flat",
                "record Visit, component id: String is not a record: drop flat(\"id\")");
        assertRejected(
                () -> RecordMapping.of(Visit.class, DEFAULTS.flat("agents")),
                "record.unknown-component",
                "record Visit has no component agents; it has id, agent, pages");
    }

    @Test
    void optionsOfTheFlatRecordItselfAreRejected() {
        String message =
                "record Visit, component agent: a flat record has no attribute of its own: give rename, convert"
                        + " and instant to its components";

        assertRejected(() -> RecordMapping.of(Visit.class, FLAT.rename("agent", "a")), "record.flat", message);
        assertRejected(
                () -> RecordMapping.of(Visit.class, FLAT.instant("agent", InstantFormat.NANOS)),
                "record.flat",
                message);
        assertRejected(
                () -> RecordMapping.of(Visit.class, FLAT.nested(RecordMapping.of(Agent.class))),
                "record.flat",
                "record Visit, component agent: a flat record has the options of the record around it: drop nested(…) of"
                        + " Agent, or flat(\"agent\")");
    }

    @Test
    @SuppressWarnings("NullAway") // A caller without a null checker can do this.
    void aFlatRecordThatIsNullIsRejected() {
        Visit visit = new Visit("1", null, 3);
        String message =
                "record Visit, component browser (attribute \"browser\"): its flat record agent is null: create"
                        + " it, with empty components if need be";

        assertRejected(() -> VISITS.toItem(visit), "record.null", message);
        assertRejected(() -> VISITS.value(visit, "browser"), "record.null", message);
        assertRejected(() -> VISITS.component("browser").object(visit), "record.null", message);
    }

    @Test
    void valuesThatDoNotFitNameTheirComponent() {
        record Checked(int low, int high) {
            Checked {
                if (low > high) {
                    throw new IllegalArgumentException("low is above high");
                }
            }
        }
        record Range(String id, Checked checked) {}
        RecordMapping<Range> mapping = RecordMapping.of(Range.class, DEFAULTS.flat("checked"));

        Range valid = new Range("1", new Checked(1, 2));
        assertThat(mapping.fromItem(mapping.toItem(valid))).isEqualTo(valid);
        assertRejected(
                () -> mapping.fromItem(Item.of("id", "1", "low", "x", "high", 1)),
                "record.type",
                "record Range, component low (attribute \"low\"): TEXT \"x\" cannot be read as int: it needs NUMBER");
        assertRejected(
                () -> mapping.fromItem(Item.of("id", "1", "low", 2, "high", 1)),
                "record.constructor",
                "record Range: Range cannot be created from these attributes: java.lang.IllegalArgumentException: low is"
                        + " above high");
    }

    @Test
    void unknownAttributesAreRefusedBesidesThoseOfFlatRecords() {
        RecordMapping<Visit> strict = RecordMapping.of(Visit.class, FLAT.refuseUnknown());

        assertThat(strict.fromItem(Item.of("id", "1", "browser", "Firefox", "os", "Linux", "pages", 3)))
                .isEqualTo(new Visit("1", FIREFOX, 3));
        assertRejected("record.unknown", () -> strict.fromItem(Item.of("id", "1", "pages", 3, "agent", Map.of())));
    }

    @Test
    void flatRecordsAreAPartOfEquality() {
        assertThat(RecordMapping.of(Visit.class, DEFAULTS.flat("agent"))).isEqualTo(VISITS);
        assertThat(RecordMapping.of(Visit.class)).isNotEqualTo(VISITS);
    }
}
