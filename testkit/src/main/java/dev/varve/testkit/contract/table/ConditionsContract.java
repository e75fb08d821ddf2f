package dev.varve.testkit.contract.table;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.table.BlockingTable;
import dev.varve.table.Condition;
import dev.varve.table.ConditionCheck;
import dev.varve.table.Delete;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The meaning of conditions on writes and as filters, and the result of a write whose condition fails. */
public abstract class ConditionsContract extends EngineContract {

    private static final Item SAMPLE = item(
            "p",
            "s",
            "text",
            "abc",
            "n",
            5,
            "m",
            7,
            "bytes",
            new byte[] {1, 2, 3},
            "yes",
            true,
            "nil",
            Value.Null.NULL,
            "tags",
            Set.of("x", "y"),
            "nums",
            Set.of(1, 2),
            "list",
            List.of("a", 2, List.of(9)),
            "map",
            Map.of("in", 5, "a.b", "dotted"));

    static Stream<Condition> holding() {
        return Stream.of(
                attr("text").is("abc"),
                attr("n").is(5.0),
                attr("n").isNot(6),
                attr("n").isNot("5"),
                attr("absent").isNot(1),
                attr("n").before(6),
                attr("n").upTo(5),
                attr("n").after(4.999),
                attr("n").from(5),
                attr("n").before(attr("m")),
                attr("map").at("in").is(attr("n")),
                attr("n").between(5, 5),
                attr("m").between(attr("n"), Value.of(7)),
                attr("text").between("abb", "abd"),
                attr("n").in(1, 5, "x"),
                attr("text").exists(),
                attr("nil").exists(),
                attr("absent").absent(),
                attr("list").at(3).absent(),
                attr("text").at("in").absent(),
                attr("text").hasType(ValueType.TEXT),
                attr("nil").hasType(ValueType.NULL),
                attr("tags").hasType(ValueType.TEXT_SET),
                attr("text").beginsWith("ab"),
                attr("text").beginsWith("abc"),
                attr("bytes").beginsWith(Bytes.of((byte) 1, (byte) 2)),
                attr("text").contains("bc"),
                attr("bytes").contains(Bytes.of((byte) 2)),
                attr("tags").contains("y"),
                attr("nums").contains(2),
                attr("list").contains(2),
                attr("list").contains(List.of(9)),
                attr("tags").is(Set.of("y", "x")),
                attr("list").is(List.of("a", 2, List.of(9))),
                attr("map").is(Map.of("a.b", "dotted", "in", 5)),
                attr("nil").is(Value.Null.NULL),
                attr("yes").is(true),
                attr("map").at("a.b").is("dotted"),
                attr("list").at(2).at(0).is(9),
                attr("text").size().is(3),
                attr("bytes").size().from(3),
                attr("tags").size().before(3),
                attr("list").size().is(3),
                attr("map").size().is(2),
                attr("n").is(6).not(),
                attr("n").is(5).and(attr("m").is(7)),
                attr("n").is(6).or(attr("m").is(7)),
                attr("n").is(6).and(attr("m").is(0)).or(attr("text").exists()),
                attr("n")
                        .is(6)
                        .or(attr("m").is(7))
                        .and(attr("text").is("abc"))
                        .not()
                        .not());
    }

    static Stream<Condition> failing() {
        return Stream.of(
                attr("text").is("ABC"),
                attr("n").is("5"),
                attr("absent").is(1),
                attr("n").isNot(5),
                attr("n").before(5),
                attr("n").before("6"),
                attr("absent").before(6),
                attr("absent").from(0),
                attr("n").after(5),
                attr("yes").between("a", "z"),
                attr("n").between(6, 9),
                attr("n").in("5", 6),
                attr("absent").in(1),
                attr("absent").exists(),
                attr("list").at(3).exists(),
                attr("map").at(0).exists(),
                attr("text").absent(),
                attr("text").hasType(ValueType.NUMBER),
                attr("absent").hasType(ValueType.NULL),
                attr("text").beginsWith("b"),
                attr("n").beginsWith("5"),
                attr("text").contains("ac"),
                attr("tags").contains("xy"),
                attr("nums").contains("2"),
                attr("list").contains(9),
                attr("absent").contains("a"),
                attr("text").size().is(4),
                attr("absent").size().is(0),
                attr("absent").size().from(0),
                attr("n").is(5).not(),
                attr("n").is(5).and(attr("m").is(8)),
                attr("n").is(6).or(attr("m").is(8)));
    }

    @ParameterizedTest
    @MethodSource("holding")
    void holdsForWritesAndFilters(Condition condition) {
        BlockingTable table = openPlain();
        table.put(SAMPLE);

        assertThat(condition.test(SAMPLE)).isTrue();
        assertThat(table.query(Query.of("p").where(condition)).items()).containsExactly(SAMPLE);
        assertThat(table.transactWrite(TransactWrite.of(ConditionCheck.of(key("p", "s"), condition)))
                        .isCommitted())
                .isTrue();
        assertThat(table.update(Update.of(key("p", "s")).set("v", 1).when(condition))
                        .isWritten())
                .isTrue();
        assertThat(table.put(Put.of(SAMPLE).when(condition)).isWritten()).isTrue();
        assertThat(table.delete(Delete.of(key("p", "s")).when(condition)).isWritten())
                .isTrue();
        assertThat(read(table, key("p", "s"))).isNull();
    }

    @ParameterizedTest
    @MethodSource("failing")
    void failsForWritesAndFilters(Condition condition) {
        BlockingTable table = openPlain();
        table.put(SAMPLE);

        assertThat(condition.test(SAMPLE)).isFalse();
        assertThat(table.query(Query.of("p").where(condition)).items()).isEmpty();
        assertThat(table.transactWrite(TransactWrite.of(ConditionCheck.of(key("p", "s"), condition)))
                        .isCommitted())
                .isFalse();
        assertConditionFailed(
                SAMPLE, table.update(Update.of(key("p", "s")).set("v", 1).when(condition)));
        assertConditionFailed(SAMPLE, table.put(Put.of(item("p", "s")).when(condition)));
        assertConditionFailed(SAMPLE, table.delete(Delete.of(key("p", "s")).when(condition)));
        assertThat(read(table, key("p", "s"))).isEqualTo(SAMPLE);
    }

    @ParameterizedTest
    @MethodSource({"holding", "failing"})
    void absentItemIsTestedAsEmpty(Condition condition) {
        BlockingTable table = openPlain();
        WriteResult result = table.put(Put.of(item("p", "new")).when(condition));
        assertThat(result.isWritten()).isEqualTo(condition.test(Item.empty()));
        assertThat(read(table, key("p", "new")) != null).isEqualTo(result.isWritten());
    }

    @Test
    void putIfAbsentSucceedsOnce() {
        BlockingTable table = openPlain();
        Put create = Put.of(item("p", "s", "v", 1)).when(attr("pk").absent());
        assertThat(table.put(create).isWritten()).isTrue();
        assertConditionFailed(
                item("p", "s", "v", 1),
                table.put(Put.of(item("p", "s", "v", 2)).when(attr("pk").absent())));
    }

    @Test
    void failureOnAbsentItemHasNoExistingItem() {
        BlockingTable table = openPlain();
        assertConditionFailed(
                null, table.put(Put.of(item("p", "s")).when(attr("pk").exists())));
        assertConditionFailed(
                null,
                table.update(Update.of(key("p", "s")).set("v", 1).when(attr("v").is(0))));
        assertConditionFailed(
                null, table.delete(Delete.of(key("p", "s")).when(attr("v").is(0))));
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void severalConditionsAreCombinedWithAnd() {
        BlockingTable table = openPlain();
        table.put(item("p", "s", "a", 1, "b", 2));
        Put put = Put.of(item("p", "s")).when(attr("a").is(1));
        assertConditionFailed(
                item("p", "s", "a", 1, "b", 2), table.put(put.when(attr("b").is(3))));
        assertThat(table.put(put.when(attr("b").is(2))).isWritten()).isTrue();
    }
}
