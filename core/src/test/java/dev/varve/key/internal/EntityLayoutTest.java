package dev.varve.key.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import dev.varve.key.Draw;
import dev.varve.key.NaiveTable;
import dev.varve.key.Parts;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class EntityLayoutTest {

    @Test
    void entitiesHaveTheDocumentedKeys() {
        var device = Layout.entity("DEVICE#{deviceId}", "#METADATA");
        assertThat(device.write(Parts.of("deviceId", "d-7"))).isEqualTo(LayoutKey.of("DEVICE#d-7", "#METADATA"));
        assertThat(device.parse(LayoutKey.of("DEVICE#d-7", "#METADATA"))).isEqualTo(Parts.of("deviceId", "d-7"));
        var alert = Layout.entity("DEVICE#{deviceId}", "ALERT#{alertId}");
        assertThat(alert.write(Parts.of("deviceId", "d-7", "alertId", "01H")))
                .isEqualTo(LayoutKey.of("DEVICE#d-7", "ALERT#01H"));
        var status = Layout.entity("DEVICE_STATUS#{status}");
        assertThat(status.write(Parts.of("status", "active"))).isEqualTo(LayoutKey.of("DEVICE_STATUS#active"));
        assertThat(status.parse(LayoutKey.of("DEVICE_STATUS#active"))).isEqualTo(Parts.of("status", "active"));
        assertThat(status.sortType()).isEqualTo(SortType.NONE);
    }

    @Test
    void slicesAreBoundedByTheGivenParts() {
        var goals = Layout.entity("SITE#{siteId}", "GOAL#{kind}#{goalId}");
        Parts site = Parts.of("siteId", "s");
        assertThat(goals.slices(site))
                .containsExactly(new PartitionSlice(0, "SITE#s", SortBounds.between("GOAL#", "GOAL#\uDBFF\uDFFF")));
        assertThat(goals.slices(site.with("kind", "a#b")))
                .containsExactly(
                        new PartitionSlice(0, "SITE#s", SortBounds.between("GOAL#a%23b#", "GOAL#a%23b#\uDBFF\uDFFF")));
        assertThat(goals.slices(site.with("kind", "k").with("goalId", "1")))
                .containsExactly(new PartitionSlice(0, "SITE#s", SortBounds.between("GOAL#k#1", "GOAL#k#1")));
        assertThat(Layout.entity("{a}", "{b}").slices(Parts.of("a", "x")))
                .containsExactly(new PartitionSlice(0, "x", SortBounds.all()));
        assertThat(Layout.entity("{a}").slices(Parts.of("a", "x")))
                .containsExactly(new PartitionSlice(0, "x", SortBounds.all()));
    }

    @Test
    void aShardedIndexHasASliceForEachShard() {
        var index = Layout.entity("DEVICE_STATUS#{status}#{shard:3}", "DEVICE#{deviceId}");
        Parts active = Parts.of("status", "active");
        assertThat(index.shards()).isEqualTo(3);
        assertThat(index.slices(active))
                .extracting(PartitionSlice::partition)
                .containsExactly("DEVICE_STATUS#active#0", "DEVICE_STATUS#active#1", "DEVICE_STATUS#active#2");
        Seeded.runs(1_000, random -> {
            Parts parts = active.with("deviceId", Draw.id(random));
            LayoutKey key = index.write(parts);
            assertThat(index.parse(key)).isEqualTo(parts);
            assertThat(index.slices(active))
                    .extracting(PartitionSlice::partition)
                    .contains(key.partition());
        });
    }

    @Test
    void aPrefixSelectsExactlyItsItems() {
        var alerts = Layout.entity("P", "ALERT#{kind}#{id}");
        Seeded.runs(1_000, random -> {
            var table = new NaiveTable<Parts>();
            String kind = Draw.id(random);
            int expected = 0;
            for (int i = 0; i < 20; i++) {
                Parts parts = Parts.of("kind", random.nextBoolean() ? kind : Draw.id(random), "id", Draw.id(random));
                boolean added = table.put(alerts.write(parts), parts);
                expected += added && parts.text("kind").equals(kind) ? 1 : 0;
            }
            assertThat(table.query(alerts.slices(Parts.of("kind", kind)).get(0)).values())
                    .hasSize(expected)
                    .allSatisfy(parts -> assertThat(parts.text("kind")).isEqualTo(kind));
        });
    }

    @Test
    void partsAreEqualByValue() {
        assertThat(Parts.of("a", "1", "b", "2"))
                .isEqualTo(Parts.of("b", "2", "a", "1"))
                .hasSameHashCodeAs(Parts.of("b", "2", "a", "1"))
                .isNotEqualTo(Parts.of("a", "1"))
                .isNotEqualTo(Parts.of("a", "1", "b", "3"))
                .hasToString("{a=1, b=2}");
        assertThat(Parts.of("a", "1").with("a", "2")).isEqualTo(Parts.of("a", "2"));
        assertThat(Parts.none().with("n", 150)).isEqualTo(Parts.none().with("n", new BigDecimal("1.500E2")));
        assertThat(Parts.of("a", "1", "b", "2").names()).containsExactly("a", "b");
    }

    @Test
    void layoutsDescribeThemselves() {
        assertThat(Layout.entity("DEVICE#{deviceId}", "#METADATA").describe()).isEqualTo("""
                        partition DEVICE#{deviceId}, for example DEVICE#deviceId
                        sort #METADATA, for example #METADATA""");
        assertThat(Layout.entity("STATUS#{status}").describe())
                .isEqualTo("partition STATUS#{status}, for example STATUS#status");
        assertThat(Layout.series("at")
                        .keys("{location}#{at:day}", "{at}#{deviceId}")
                        .build()
                        .describe())
                .isEqualTo("""
                        partition {location}#{at:day}, for example location#2026-04-20
                        sort {at}#{deviceId}, for example 2026-04-20T14:00:00.000Z#deviceId
                        clock at, tick MILLIS, zone Z
                        identity [location], event parts [deviceId]""");
    }
}
