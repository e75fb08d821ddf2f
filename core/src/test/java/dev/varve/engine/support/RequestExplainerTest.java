package dev.varve.engine.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.table.AttributePath;
import dev.varve.table.Explanation;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Request;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import org.junit.jupiter.api.Test;

class RequestExplainerTest {

    private static final TableSchema SCHEMA =
            TableSchema.named("readings").index("gsi1", "gsi1pk", "gsi1sk").build();

    @Test
    void explanationOfAQueryHasItsKeysFilterAndBounds() {
        assertThat(explain(Query.of("DEVICE#1")
                        .beginsWith("READING#")
                        .where(AttributePath.attr("level")
                                .is("ERROR")
                                .and(AttributePath.attr("n").from(3)))
                        .descending()
                        .limit(10)))
                .hasToString("""
                    Query on readings
                      key: pk = "DEVICE#1"
                      sort: sk begins with "READING#"
                      order: descending
                      leaves out: items whose ttl has passed
                      filter: (level = "ERROR" AND n >= 3)
                      limit: 10 items after the filter
                      capacity: 0.5 to 178 read, 0 write\
                    """);
    }

    @Test
    void aGetCostsAtLeastHalfAUnit() {
        assertThat(explain(Get.of(Key.of("a", "b")))).hasToString("""
            GetItem on readings
              key: ("a", "b")
              capacity: 0.5 to 50 read, 0 write\
            """);
    }

    @Test
    void aPutCostsItsSizeInTheTableAndInTheIndexes() {
        Item item = Item.of("pk", "a", "sk", "b", "note", "x".repeat(1500));

        assertThat(explain(Put.of(item).when(AttributePath.attr("pk").absent())))
                .hasToString("""
                    PutItem on readings
                      put: 1510 bytes at ("a", "b") in readings
                      condition: pk is absent
                      capacity assumes that the put replaces no larger item
                      capacity: 0 read, 2 to 3 write\
                    """);
    }

    @Test
    void aTransactionCostsTwice() {
        assertThat(explain(TransactWrite.of(Put.of(Item.of("pk", "a", "sk", "b"))))
                        .least()
                        .write())
                .isEqualTo(2);
    }

    @Test
    void explainRejectsWhatTheTableRejects() {
        assertThatThrownBy(() -> explain(Update.of(Key.of("a", "b"))))
                .isInstanceOf(Rejected.class)
                .hasMessage("update of (\"a\", \"b\") has no actions");
    }

    private static Explanation explain(Request request) {
        return RequestExplainer.of(name -> SCHEMA, request);
    }
}
