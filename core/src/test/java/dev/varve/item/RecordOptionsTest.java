package dev.varve.item;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordOptionsTest {

    enum Status {
        ACTIVE,
        INACTIVE
    }

    record Device(String id, Status status, Instant seen) {}

    private static final RecordOptions DEFAULTS = RecordOptions.defaults();
    private static final Device DEVICE = new Device("1", Status.INACTIVE, Instant.parse("2026-04-20T14:00:00Z"));

    @Test
    void componentsCanHaveShortAttributes() {
        RecordMapping<Device> mapping =
                RecordMapping.of(Device.class, DEFAULTS.rename("status", "s").rename("id", "z"));

        Item item = mapping.toItem(DEVICE);

        assertThat(item.names()).containsExactly("s", "seen", "z");
        assertThat(mapping.fromItem(item)).isEqualTo(DEVICE);
    }

    @Test
    void namesCanBeSwapped() {
        record Pair(int a, int b) {}
        RecordMapping<Pair> mapping =
                RecordMapping.of(Pair.class, DEFAULTS.rename("a", "b").rename("b", "a"));

        assertThat(mapping.toItem(new Pair(1, 2))).isEqualTo(Item.of("a", 2, "b", 1));
        assertThat(mapping.fromItem(Item.of("a", 2, "b", 1))).isEqualTo(new Pair(1, 2));
    }

    @Test
    void emptyListsAndMapsCanBeLeftOut() {
        record Tagged(List<String> tags, Map<String, String> labels, String note) {}
        RecordMapping<Tagged> mapping = RecordMapping.of(Tagged.class, DEFAULTS.leaveOutEmpty());
        Tagged none = new Tagged(List.of(), Map.of(), "");
        Tagged some = new Tagged(List.of("a"), Map.of("b", "c"), "d");

        assertThat(mapping.toItem(none)).isEqualTo(Item.of("note", ""));
        assertThat(mapping.fromItem(mapping.toItem(none))).isEqualTo(none);
        assertThat(mapping.fromItem(mapping.toItem(some))).isEqualTo(some);
        assertThat(RecordMapping.of(Tagged.class).toItem(none).names()).containsExactly("labels", "note", "tags");
    }

    @Test
    void eachStepReturnsNewOptions() {
        DEFAULTS.rename("id", "other");

        assertThat(RecordMapping.of(Device.class, DEFAULTS).attributes()).containsExactly("id", "status", "seen");
    }

    @Test
    void invalidNamesAreRejected() {
        assertRejected(
                () -> RecordMapping.of(Device.class, DEFAULTS.rename("state", "s")),
                "record.unknown-component",
                "record Device has no component state; it has id, status, seen");
        assertRejected(
                () -> RecordMapping.of(Device.class, DEFAULTS.rename("status", "id")),
                "record.attribute",
                "record Device, component status: attribute \"id\" already holds component id");
        assertRejected(
                () -> RecordMapping.of(Device.class, DEFAULTS.rename("id", "")),
                "record.attribute",
                "record Device, component id: an attribute cannot have the empty name");
        assertRejected(
                () -> RecordMapping.of(Device.class).component("state"),
                "record.unknown-component",
                "record Device has no component state; it has id, status, seen");
        assertRejected(
                () -> RecordMapping.of(Device.class).toItem(DEVICE, Set.of("state")),
                "record.unknown-component",
                "record Device has no component state; it has id, status, seen");
    }

    @Test
    void enumsCanBeLowerCaseInAnyLocale() {
        RecordMapping<Device> mapping = RecordMapping.of(Device.class, DEFAULTS.lowerCaseEnums());

        assertThat(mapping.toItem(DEVICE).text("status")).isEqualTo("inactive");
        assertThat(mapping.fromItem(mapping.toItem(DEVICE))).isEqualTo(DEVICE);
    }

    @Test
    void anEnumCanHaveItsOwnTexts() {
        RecordMapping<Device> mapping = RecordMapping.of(
                Device.class,
                DEFAULTS.lowerCaseEnums().enumText(Status.class, status -> status == Status.ACTIVE ? "on" : "off"));

        assertThat(mapping.toItem(DEVICE).text("status")).isEqualTo("off");
        assertThat(mapping.fromItem(mapping.toItem(DEVICE))).isEqualTo(DEVICE);
        assertRejected(
                () -> mapping.fromItem(mapping.toItem(DEVICE).with("status", "ACTIVE")),
                "record.enum",
                "record Device, component status (attribute \"status\"): TEXT \"ACTIVE\" is not a Status; the known"
                        + " texts are \"on\", \"off\"");
    }

    @Test
    void enumTextsThatCannotBeReadBackAreRejected() {
        assertRejected(
                () -> RecordMapping.of(Device.class, DEFAULTS.enumText(Status.class, status -> "same")),
                "record.enum-text",
                "enum Status: ACTIVE and INACTIVE are both written \"same\", which cannot be read back:"
                        + " give each its own text");
    }

    record Fleet(List<Device> devices, @Nullable Device spare) {}

    @Test
    void nestedRecordsInheritFormatsButNotNames() {
        RecordMapping<Fleet> mapping = RecordMapping.of(
                Fleet.class,
                DEFAULTS.lowerCaseEnums().instants(InstantFormat.SECONDS).rename("devices", "d"));
        Fleet fleet = new Fleet(List.of(DEVICE), null);

        assertThat(mapping.toItem(fleet))
                .isEqualTo(
                        Item.of("d", List.of(Map.of("id", "1", "status", "inactive", "seen", "2026-04-20T14:00:00Z"))));
        assertThat(mapping.fromItem(mapping.toItem(fleet))).isEqualTo(fleet);
    }

    @Test
    void nestedRecordsCanHaveTheirOwnMapping() {
        RecordMapping<Device> devices = RecordMapping.of(
                Device.class,
                DEFAULTS.rename("id", "i")
                        .instant("seen", InstantFormat.EPOCH_SECONDS)
                        .refuseUnknown());
        RecordMapping<Fleet> mapping = RecordMapping.of(Fleet.class, DEFAULTS.nested(devices));
        Fleet fleet = new Fleet(List.of(), DEVICE);

        Item item = mapping.toItem(fleet);

        assertThat(item.value("spare")).isEqualTo(Value.of(Map.of("i", "1", "status", "INACTIVE", "seen", 1776693600)));
        assertThat(mapping.fromItem(item)).isEqualTo(fleet);
        assertRejected(
                () -> mapping.fromItem(
                        item.with("spare", Map.of("i", "1", "status", "INACTIVE", "seen", 1, "more", 1))),
                "record.unknown",
                "record Fleet, component spare (attribute \"spare\"): no component has the attribute \"more\"; the"
                        + " known attributes are i, seen, status");
    }

    @Test
    void unknownAttributesCanBeRejected() {
        RecordMapping<Device> mapping = RecordMapping.of(Device.class, DEFAULTS.refuseUnknown("pk", "sk"));
        Item item = mapping.toItem(DEVICE).with("pk", "DEVICE#1");

        assertThat(mapping.fromItem(item)).isEqualTo(DEVICE);
        assertRejected(
                () -> mapping.fromItem(item.with("stauts", "x").with("a", 1)),
                "record.unknown",
                "record Device: no component has the attribute \"a\", \"stauts\"; the known attributes are id, seen,"
                        + " status");
    }

    record Site(
            ZoneId zone,
            Optional<ZoneId> other,
            double level,
            @Nullable Integer code) {}

    @Test
    void aConverterGivesAComponentItsOwnFormat() {
        Converter<ZoneId> zones = Converter.ofText(ZoneId::getId, ZoneId::of);
        Converter<Double> percent =
                Converter.of(level -> Num.of(level * 100), value -> ((Num) value).doubleValue() / 100);
        Converter<Integer> hex = Converter.ofText(Integer::toHexString, HexFormat::fromHexDigits);
        RecordMapping<Site> mapping = RecordMapping.of(
                Site.class,
                DEFAULTS.convert("zone", zones)
                        .convert("other", zones)
                        .convert("level", percent)
                        .convert("code", hex));
        Site site = new Site(ZoneId.of("Asia/Kolkata"), Optional.of(ZoneId.of("UTC")), 0.5, 255);
        Site bare = new Site(ZoneId.of("UTC"), Optional.empty(), 1, null);

        assertThat(mapping.toItem(site))
                .isEqualTo(Item.of("zone", "Asia/Kolkata", "other", "UTC", "level", 50, "code", "ff"));
        assertThat(mapping.fromItem(mapping.toItem(site))).isEqualTo(site);
        assertThat(mapping.fromItem(mapping.toItem(bare))).isEqualTo(bare);
        assertRejected(
                () -> mapping.fromItem(mapping.toItem(site).with("zone", "Mars")),
                "record.convert",
                "record Site, component zone (attribute \"zone\"): its converter failed:"
                        + " java.time.zone.ZoneRulesException: Unknown time-zone ID: Mars");
        assertRejected(
                () -> mapping.fromItem(mapping.toItem(site).without("zone")),
                "record.missing",
                "record Site, component zone (attribute \"zone\"): the item has no such attribute:"
                        + " write it, or declare the component Optional or @Nullable");
        assertRejected(
                () -> mapping.fromItem(mapping.toItem(site).with("code", 7)),
                "record.type",
                "record Site, component code (attribute \"code\"): NUMBER 7 cannot be read as text: it needs TEXT");
    }
}
