package dev.varve.rollup;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.entity.Entity;
import dev.varve.key.Grain;
import dev.varve.schema.Schema;
import dev.varve.schema.internal.Placement;
import dev.varve.schema.internal.Placements;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A rollup that could not be correct is refused when its series is built, with a code and a remedy. */
class RollupDeclarationTest {

    record Reading(String deviceId, Instant at, double temperature, Optional<String> location, List<String> tags) {}

    private static SeriesBuilder<Reading> readings() {
        return Series.of(Reading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}");
    }

    @Test
    void rollupOfATextIsRefused() {
        assertRejected(
                "rollup.field-type",
                "series readings cannot roll up [COUNT, SUM, MIN, MAX, AVG] of location: the component is stored as TEXT",
                () -> readings().rollUp(Rollup.of("location").hourly()).build());
        readings().rollUp(Rollup.of().stats("location", Stat.COUNT).hourly()).build();
    }

    @Test
    void rollupOfAnUnknownComponentIsRefused() {
        assertRejected(
                "rollup.field-unknown",
                "series readings rolls up humidity, which is not a component of its events; there are"
                        + " [deviceId, at, temperature, location, tags]",
                () -> readings().rollUp(Rollup.of("humidity").hourly()).build());
    }

    @Test
    void carriedMeasuresOfOtherTypesAreRefused() {
        assertRejected(
                "rollup.field-type",
                "series readings cannot roll up COUNTER (within PT8784H) of location: the component is stored as TEXT",
                () -> readings()
                        .rollUp(Rollup.of().measure(Counter.of("location")).hourly())
                        .build());
        assertRejected(
                "rollup.field-type",
                "series readings cannot roll up TIME-WEIGHTED (holds PT1H) of location: the component is stored as TEXT",
                () -> readings()
                        .rollUp(Rollup.of()
                                .measure(TimeWeighted.of("location").holds(Duration.ofHours(1)))
                                .hourly())
                        .build());
        assertRejected(
                "rollup.field-type",
                "series readings cannot roll up STATES (holds PT24H) of tags: the component is stored as LIST",
                () -> readings()
                        .rollUp(Rollup.of().measure(StateTime.of("tags")).hourly())
                        .build());
        readings()
                .rollUp(Rollup.of("temperature")
                        .measure(Counter.of("temperature"))
                        .measure(TimeWeighted.of("temperature"))
                        .measure(StateTime.of("temperature"))
                        .measure(StateTime.of("location"))
                        .hourly()
                        .group(Group.by("location")))
                .build();
    }

    @Test
    void entriesOfMapsAreMeasuredAndComponentsOfOtherTypesRefused() {
        SeriesBuilder<Mapped> mapped = Series.of(Mapped.class)
                .named("mapped")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}");
        mapped.rollUp(Rollup.of()
                        .numbers("fields")
                        .measure(Counter.ofEntry("fields", "energy"))
                        .measure(Counter.ofEntry("fields", "water"))
                        .hourly())
                .build();
        assertRejected(
                "rollup.field-type",
                "series mapped cannot roll up COUNTER (within PT8784H) of energy in battery: the component is stored as NUMBER",
                () -> mapped.rollUp(Rollup.of()
                                .measure(Counter.ofEntry("battery", "energy"))
                                .hourly())
                        .build());
        assertRejected(
                "rollup.entry",
                "the measured entry of fields has no name: give one",
                () -> StateTime.ofEntry("fields", ""));
    }

    @Test
    void timesThatReadingsHoldAreLimited() {
        assertRejected(
                "rollup.duration",
                "holds is PT0S; it must be longer than 0 and at most 366 days",
                () -> StateTime.of("location").holds(Duration.ZERO));
        assertRejected(
                "rollup.duration",
                "holds is PT8808H; it must be longer than 0 and at most 366 days",
                () -> TimeWeighted.of("temperature").holds(Duration.ofDays(367)));
        assertRejected(
                "rollup.duration",
                "within is PT-1S; it must be longer than 0 and at most 366 days",
                () -> Counter.of("temperature").within(Duration.ofSeconds(-1)));
    }

    record Mapped(String deviceId, Instant at, int battery, Map<String, Double> fields) {}

    @Test
    void numbersOfAMapAndOtherNumbersAreRefused() {
        SeriesBuilder<Mapped> mapped = Series.of(Mapped.class)
                .named("mapped")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}");
        assertRejected(
                "rollup.numbers-alone",
                "series mapped rolls up the numbers of a map and other numbers, whose names could collide in a row:"
                        + " put all into the map",
                () -> mapped.rollUp(Rollup.of("battery").numbers("fields").hourly())
                        .build());
        assertRejected(
                "rollup.field-type",
                "series mapped cannot roll up [COUNT, SUM, MIN, MAX, AVG] of the numbers in battery: the component is stored as"
                        + " NUMBER",
                () -> mapped.rollUp(Rollup.of().numbers("battery").hourly()).build());
    }

    /** The next process compares the recorded facts, and its maps may have another order. */
    @Test
    void recordedNamesAreSorted() {
        Tier tier = Tier.of(Grain.HOUR).keys("DEVICE#{deviceId}", "AGG#{at:hour}");
        for (String stat : List.of("sum", "min", "max", "avg")) {
            tier = tier.name(stat + "Temperature", stat + "_temp");
        }
        assertThat(readings()
                        .rollUp(Rollup.of("temperature").tier(tier))
                        .build()
                        .facts()
                        .values())
                .anySatisfy(
                        fact -> assertThat(fact)
                                .endsWith(
                                        " names {avgTemperature=avg_temp, maxTemperature=max_temp, minTemperature=min_temp, sumTemperature=sum_temp}"));
    }

    @Test
    void rollupWithoutTiersIsRefused() {
        assertRejected(
                "rollup.no-tier",
                "the rollup of series readings has no tier: call hourly(), daily() or monthly()",
                () -> readings().rollUp(Rollup.of("temperature")).build());
    }

    @Test
    void rowsWhoseSourceExpiresTooSoonAreRefused() {
        assertRejected(
                "rollup.source-expires",
                "daily rows of series readings are computed from the events, which are kept for PT72H; that must be longer"
                        + " than a day plus the 48 hours that rows need to settle. Keep the events longer",
                () -> readings()
                        .keep(Duration.ofDays(3))
                        .rollUp(Rollup.of("temperature").daily())
                        .build());
        assertRejected(
                "rollup.source-expires",
                "monthly rows of series readings are computed from its daily rows, which are kept for PT720H; that must be"
                        + " longer than a month plus the 48 hours that rows need to settle. Keep its daily rows longer",
                () -> readings()
                        .rollUp(Rollup.of("temperature")
                                .daily(Duration.ofDays(30))
                                .monthly())
                        .build());
    }

    @Test
    void eventsTooLateForTheirRowsAreRefused() {
        assertRejected(
                "rollup.late-outlives-source",
                "series readings accepts events up to PT696H late, but the source of their rows may expire after PT671H:"
                        + " lower maxLate, or keep events and rows longer",
                () -> readings()
                        .keep(Duration.ofDays(30))
                        .maxLate(Duration.ofDays(29))
                        .rollUp(Rollup.of("temperature").hourly())
                        .build());
    }

    @Test
    void keysOfRowsHoldTheirBucketAndTheIdentity() {
        assertRejected(
                "rollup.tier-keys",
                "the keys \"DEVICE#{deviceId}\" / \"AGG#{at:day}\" of the hourly rows of series readings must hold the clock"
                        + " to the hour, and nothing after it: write {at:hour}",
                () -> readings()
                        .rollUp(Rollup.of("temperature")
                                .tier(Tier.of(Grain.HOUR).keys("DEVICE#{deviceId}", "AGG#{at:day}")))
                        .build());
        assertRejected(
                "rollup.tier-keys",
                "the keys of the hourly rows of series readings hold [] before the clock; they must hold the"
                        + " identity, [deviceId]",
                () -> readings()
                        .rollUp(Rollup.of("temperature")
                                .tier(Tier.of(Grain.HOUR).keys("ALL", "AGG#{at:hour}")))
                        .build());
    }

    @Test
    void groupComponentMustBeASingleValue() {
        assertRejected(
                "rollup.group-field",
                "series readings cannot be grouped by tags, which is neither text, number nor boolean",
                () -> readings()
                        .rollUp(Rollup.of("temperature").hourly().group(Group.by("tags")))
                        .build());
        assertRejected(
                "rollup.group-name",
                "\"a b\" cannot be the name of a group: use 1 to 32 letters, digits and '_', a letter first",
                () -> Group.all("a b"));
    }

    @Test
    void rowsThatCollideWithOtherItemsAreRefused() {
        assertRejected(
                "schema.keys-collide",
                () -> Schema.of(
                        "table",
                        readings()
                                .rollUp(Rollup.of("temperature")
                                        .tier(Tier.of(Grain.HOUR).keys("DEVICE#{deviceId}", "AGG#{at:hour}"))
                                        .group(Group.by("location")
                                                .tier(Tier.of(Grain.HOUR).keys("DEVICE#{location}", "AGG#{at:hour}"))))
                                .build()));
    }

    @Test
    void keysOfRowsInAnIndexHoldTheirBucket() {
        assertRejected(
                "rollup.index-keys",
                "the keys \"DEVICE#{deviceId}\" / \"PERIOD#{at:day}\" of the hourly rows of series readings in index gsi1"
                        + " must hold the clock to the hour: write {at:hour}",
                () -> readings()
                        .rollUp(Rollup.of("temperature")
                                .tier(Tier.of(Grain.HOUR).index("gsi1", "DEVICE#{deviceId}", "PERIOD#{at:day}")))
                        .build());
        assertRejected(
                "key.unknown-part",
                () -> readings()
                        .rollUp(Rollup.of("temperature")
                                .tier(Tier.of(Grain.HOUR).index("gsi1", "PLACE#{location}", "PERIOD#{at:hour}")))
                        .build());
        assertRejected(
                "rollup.index-repeated",
                "the hourly rows of group location of series readings are in index gsi1 twice, but a row has one key in"
                        + " an index: leave one out",
                () -> readings()
                        .rollUp(Rollup.of("temperature")
                                .hourly()
                                .group(Group.by("location")
                                        .tier(Tier.of(Grain.HOUR)
                                                .index("gsi1", "PLACE#{location}", "PERIOD#{at:hour}")
                                                .index("gsi1", "PLACES", "{at:hour}#{location}"))))
                        .build());
    }

    @Test
    void rowsThatCollideInAnIndexAreRefused() {
        assertRejected(
                "schema.keys-collide",
                () -> Schema.of(
                        "table",
                        readings()
                                .rollUp(Rollup.of("temperature")
                                        .tier(Tier.of(Grain.HOUR).index("gsi1", "DEVICE#{deviceId}", "P#{at:hour}"))
                                        .group(Group.by("location")
                                                .tier(Tier.of(Grain.HOUR)
                                                        .index("gsi1", "DEVICE#{location}", "P#{at:hour}"))))
                                .build()));
    }

    /** Layouts with separate partitions: hours by day and days by month. */
    @Test
    void everyLayoutOfRowsCanBeDeclared() {
        Series<Reading> series = readings()
                .rollUp(Rollup.of("temperature")
                        .tier(Tier.of(Grain.HOUR)
                                .keys("{deviceId}#HOURLY#{at:day}", "{at:hour}")
                                .name("avgTemperature", "avg_temp")
                                .name("count", "readingCount"))
                        .tier(Tier.of(Grain.DAY).keys("{deviceId}#DAILY#{at:month}", "{at:day:start}")))
                .build();
        Schema.of("table", series);
        Placement hourly = Placements.of(series).stream()
                .filter(placement -> placement.role().equals("hourly rows"))
                .findFirst()
                .orElseThrow();
        assertThat(hourly.attributes())
                .containsEntry("avgTemperature", "avg_temp")
                .containsEntry("count", "readingCount");
        assertThat(series.describe()).contains("hourly rows in \"{deviceId}#HOURLY#{at:day}\" / \"{at:hour}\"");
    }

    /** A site whose zone the rows of its readings use. */
    record Site(String deviceId, Optional<String> zone, long height) {}

    /** An entity whose key has more parts than the identity of the series. */
    record Room(String deviceId, String room, String zone) {}

    private static final Entity<Site> SITES = Entity.of(Site.class)
            .named("sites")
            .partition("DEVICE#{deviceId}")
            .sort("METADATA")
            .build();

    @Test
    void zonesComeFromAnEntityThatTheIdentityAddresses() {
        SeriesBuilder<Reading> daily =
                readings().rollUp(Rollup.of("temperature").daily());
        assertThat(daily.zoneFrom(SITES, "zone").build().describe())
                .contains("daily rows in \"DEVICE#{deviceId}\" / \"AGG#daily#{at:day}\" in the zone of sites.zone");
        assertRejected(
                "series.zone-component",
                "series readings takes zones from sites.timezone, which is not a component of entity sites",
                () -> daily.zoneFrom(SITES, "timezone").build());
        assertRejected(
                "series.zone-component",
                "series readings takes zones from sites.height, which is stored as NUMBER; it must be a text such as"
                        + " Europe/Berlin",
                () -> daily.zoneFrom(SITES, "height").build());
        Entity<Room> rooms = Entity.of(Room.class)
                .named("rooms")
                .partition("DEVICE#{deviceId}")
                .sort("ROOM#{room}")
                .build();
        assertRejected(
                "series.zone-entity",
                "series readings takes zones from rooms.zone, whose key holds room; the identity of the series is"
                        + " [deviceId] and must hold that part, with the same type",
                () -> daily.zoneFrom(rooms, "zone").build());
    }

    @Test
    void unusedZonesAndZonesDeclaredTwiceAreRefused() {
        assertRejected(
                "series.zone-without-rollup",
                "series readings takes zones from sites.zone, but has no rollup that uses them: declare one with rollUp(…)",
                () -> readings().zoneFrom(SITES, "zone").build());
        assertRejected(
                "series.zone-twice",
                "series readings has a zone of its own and takes zones from sites.zone: drop zone(…) or zoneFrom(…)",
                () -> readings()
                        .rollUp(Rollup.of("temperature").daily())
                        .zone(ZoneId.of("Europe/Berlin"))
                        .zoneFrom(SITES, "zone")
                        .build());
        assertRejected(
                "series.zone-twice",
                () -> readings()
                        .rollUp(Rollup.of("temperature").daily())
                        .since(Instant.parse("2060-01-01T00:00:00Z"), ZoneId.of("Europe/Berlin"))
                        .zoneFrom(SITES, "zone")
                        .build());
    }

    @Test
    void groupsOfMembersInDifferentZonesAreRefused() {
        assertRejected(
                "rollup.zones-and-groups",
                "the rollup of series readings has the group location, but its members have different zones: their days"
                        + " do not begin together, so group rows cannot be computed. Drop the groups or zoneFrom(…)",
                () -> readings()
                        .rollUp(Rollup.of("temperature").daily().group(Group.by("location")))
                        .zoneFrom(SITES, "zone")
                        .build());
        assertRejected(
                "rollup.zones-and-dashed",
                "the hourly rows of series readings have dashed keys, which hold hours of UTC, but use other zones: write"
                        + " {at:hour}",
                () -> readings()
                        .rollUp(Rollup.of("temperature")
                                .tier(Tier.of(Grain.HOUR).keys("DEVICE#{deviceId}", "H#{at:hour:dashed}")))
                        .zoneFrom(SITES, "zone")
                        .build());
    }

    @Test
    void dayLengthenedByAZoneChangeLimitsHowLateEventsMayBe() {
        SeriesBuilder<Reading> daily = readings()
                .keep(Duration.ofDays(30))
                .rollUp(Rollup.of("temperature").daily());
        Duration latest = Duration.ofDays(30).minusHours(25 + 48);
        daily.maxLate(latest).build();
        assertRejected(
                "rollup.late-outlives-source",
                () -> daily.zoneFrom(SITES, "zone").build());
        daily.maxLate(latest.minusHours(26)).build();
    }
}
