package dev.varve.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.key.Grain;
import dev.varve.rollup.RollupRow;
import dev.varve.server.api.fleet.DeviceSeries;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RollupTableTest {

    private static final Instant HOUR = Instant.parse("2026-04-20T14:00:00Z");

    private static final RollupRow NO_AVERAGE = new RollupRow(
            HOUR,
            HOUR.plusSeconds(3_600),
            RollupRow.Kind.STORED,
            Item.builder()
                    .put("count", Num.of(2))
                    .put("fields", new Value.TextSet(Set.of("load")))
                    .put("countLoad", Num.of(2))
                    .put("minLoad", Num.of(8e125))
                    .put("maxLoad", Num.of(9e125))
                    .build());

    @Test
    void lineHasNoAverageIfTheSumCannotBeStored() {
        DeviceSeries.Line line = ChartLines.ofRows("load", List.of(NO_AVERAGE));
        assertThat(line.t()).isEqualTo(List.of(HOUR.toEpochMilli()));
        assertThat(line.avg()).hasSize(1).containsOnlyNulls();
        assertThat(line.min()).isEqualTo(List.of(8e125));
        assertThat(line.count()).isEqualTo(List.of(2L));
    }

    @Test
    void tableHasTheAvailableStatistics() {
        assertThat(RollupTable.of(Grain.HOUR, List.of(new RollupTable.OfSeries(NO_AVERAGE, null)))
                        .csv()
                        .get()
                        .rows()
                        .get(0)
                        .toString())
                .contains("load.min=8.0E125")
                .contains("load.count=2")
                .doesNotContain("load.avg");
    }
}
