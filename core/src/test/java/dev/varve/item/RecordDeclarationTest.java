package dev.varve.item;

import static dev.varve.error.Refusals.assertRejected;

import java.nio.file.Path;
import java.time.Year;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that cannot be mapped are rejected when the mapping is created, not when the first item is read. */
class RecordDeclarationTest {

    record Unknown(Year year) {}

    record UnknownInside(List<Map<String, Year>> years) {}

    record NumberKeys(Map<Integer, String> names) {}

    record Sorted(SortedSet<String> names) {}

    @SuppressWarnings("rawtypes")
    record Raw(List things, Set others) {}

    record Open<T>(T content) {}

    @SuppressWarnings("ArrayRecordComponent") // The rejected case.
    record OpenArray<T>(T[] content) {}

    @SuppressWarnings("ArrayRecordComponent") // The rejected case.
    record Texts(String[] texts) {}

    record Anything(List<?> things) {}

    @Test
    void unsupportedTypesAreRejected() {
        assertRejected(
                () -> RecordMapping.of(Unknown.class),
                "record.component-type",
                "record Unknown, component year: Year cannot be stored in an item: use a type that RecordMapping"
                        + " lists, or convert(\"year\", …)");
        assertRejected(
                () -> RecordMapping.of(UnknownInside.class),
                "record.component-type",
                "record UnknownInside, component years: Year cannot be stored in an item: use a type that"
                        + " RecordMapping lists, or convert(\"years\", …)");
        assertRejected(
                () -> RecordMapping.of(NumberKeys.class),
                "record.component-type",
                "record NumberKeys, component names: Map<Integer, String> cannot be stored in an item: use a type"
                        + " that RecordMapping lists, or convert(\"names\", …)");
        assertRejected(
                () -> RecordMapping.of(Sorted.class),
                "record.component-type",
                "record Sorted, component names: SortedSet<String> cannot be stored in an item: use a type that"
                        + " RecordMapping lists, or convert(\"names\", …)");
        assertRejected(
                () -> RecordMapping.of(Texts.class),
                "record.component-type",
                "record Texts, component texts: String[] cannot be stored in an item: use a type that RecordMapping"
                        + " lists, or convert(\"texts\", …)");
        assertRejected(
                () -> RecordMapping.of(Anything.class),
                "record.component-type",
                "record Anything, component things: Object cannot be stored in an item: use a type that RecordMapping"
                        + " lists, or convert(\"things\", …)");
    }

    @Test
    void unresolvedTypesAreRejected() {
        assertRejected(
                () -> RecordMapping.of(Raw.class),
                "record.component-type",
                "record Raw, component things: List has no type argument: declare List<…>");
        assertRejected(
                () -> RecordMapping.of(Open.class),
                "record.type-variable",
                "record Open, component content: the type T is a type variable; map a record whose component has a"
                        + " concrete type");
        assertRejected(
                () -> RecordMapping.of(OpenArray.class),
                "record.type-variable",
                "record OpenArray, component content: the type T[] is a type variable; map a record whose component"
                        + " has a concrete type");
    }

    @Test
    void aRecordInAClosedModuleIsRejectedWithTheRemedy(@TempDir Path directory) {
        Class<? extends Record> closed = ClosedModule.record(directory);

        assertRejected(
                () -> RecordMapping.of(closed),
                "record.not-accessible",
                "record Reading is not accessible to Varve: add \"opens com.example.closed;\" to the module"
                        + " com.example.closed,"
                        + " or pass MethodHandles.lookup()");
    }
}
