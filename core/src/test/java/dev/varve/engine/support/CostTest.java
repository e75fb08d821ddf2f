package dev.varve.engine.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.item.ValueType;
import dev.varve.table.Capacity;
import dev.varve.table.Capacity.Units;
import dev.varve.table.Consistency;
import dev.varve.table.IndexSchema;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Projection;
import dev.varve.table.Put;
import dev.varve.table.TableSchema;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CostTest {

    private static final TableSchema SCHEMA = TableSchema.named("readings")
            .index("all", "owner", "rank")
            .index(new IndexSchema(
                    "few", new KeySchema(new KeyAttribute("owner", ValueType.TEXT), null), Projection.include("level")))
            .build();
    private static final Item SMALL = Item.of("pk", "a", "sk", "b");

    @Test
    void readsAreBilledPerStartedFourKilobytes() {
        assertThat(Cost.readUnits(0, Consistency.EVENTUAL)).isEqualTo(0.5);
        assertThat(Cost.readUnits(4096, Consistency.EVENTUAL)).isEqualTo(0.5);
        assertThat(Cost.readUnits(4097, Consistency.EVENTUAL)).isEqualTo(1);
        assertThat(Cost.readUnits(4097, Consistency.STRONG)).isEqualTo(2);
    }

    @Test
    void writesAreBilledByTheLargerImage() {
        Item large = SMALL.with("note", "x".repeat(3000));

        assertThat(Cost.write(SCHEMA, large, SMALL)).isEqualTo(Capacity.of(Units.writes(3)));
        assertThat(Cost.write(SCHEMA, null, large)).isEqualTo(Capacity.of(Units.writes(3)));
        assertThat(Cost.write(SCHEMA, null, null)).isEqualTo(Capacity.of(Units.writes(1)));
    }

    @Test
    void anIndexIsBilledOnlyIfItsImageChanges() {
        Item indexed = SMALL.with("owner", "me").with("rank", "1").with("level", 1);

        assertThat(Cost.write(SCHEMA, SMALL, indexed).indexes())
                .isEqualTo(Map.of("all", Units.writes(1), "few", Units.writes(1)));
        assertThat(Cost.write(SCHEMA, indexed, indexed.with("note", "x")).indexes())
                .isEqualTo(Map.of("all", Units.writes(1)));
        assertThat(Cost.write(SCHEMA, indexed, indexed).indexes()).isEmpty();
    }

    @Test
    void anItemThatMovesInAnIndexIsBilledTwice() {
        Item indexed = SMALL.with("owner", "me").with("rank", "1");

        assertThat(Cost.write(SCHEMA, indexed, indexed.with("owner", "you")).indexes())
                .isEqualTo(Map.of("all", Units.writes(2), "few", Units.writes(2)));
        assertThat(Cost.write(SCHEMA, indexed, SMALL).indexes())
                .isEqualTo(Map.of("all", Units.writes(1), "few", Units.writes(1)));
    }

    @Test
    void aFailedConditionIsBilledByTheLargerOfStoredAndPutItem() {
        Item large = SMALL.with("note", "x".repeat(3000));

        assertThat(Cost.failedWrite(Put.of(SMALL), large).table().write()).isEqualTo(3);
        assertThat(Cost.failedWrite(Put.of(large), null).table().write()).isEqualTo(3);
    }

    @Test
    void eachRequestOfAPageExaminesTwiceAsMuch() {
        assertThat(PageReads.examine(0, 0, 0)).isEqualTo(PageReads.UNLIMITED);
        assertThat(PageReads.examine(10, 0, 0)).isEqualTo(10);
        assertThat(PageReads.examine(10, 4, 1)).isEqualTo(12);
        assertThat(PageReads.examine(Integer.MAX_VALUE, 0, 40)).isEqualTo(PageReads.UNLIMITED - 1);
    }
}
