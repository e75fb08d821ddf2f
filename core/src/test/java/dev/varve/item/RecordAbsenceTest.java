package dev.varve.item;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.internal.MappedComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordAbsenceTest {

    @SuppressWarnings("ArrayRecordComponent") // Discouraged, but supported.
    record Note(
            String id,
            @Nullable String title,
            @Nullable Integer level,
            Optional<String> author,
            List<String> lines,
            Set<String> tags,
            Map<String, String> links,
            byte @Nullable [] image) {}

    private static final RecordMapping<Note> NOTES = RecordMapping.of(Note.class);

    private static final Note BARE = new Note("1", null, null, Optional.empty(), List.of(), Set.of(), Map.of(), null);

    @Test
    void absentComponentsAreNotStored() {
        assertThat(NOTES.toItem(BARE)).isEqualTo(Item.of("id", "1", "lines", List.of(), "links", Map.of()));
        assertThat(NOTES.value(BARE, "title")).isNull();
        assertThat(NOTES.toItem(BARE, Set.of("id", "title"))).isEqualTo(Item.of("id", "1"));
    }

    @Test
    void absentAttributesReadAsNullOrEmpty() {
        assertThat(NOTES.fromItem(Item.of("id", "1"))).isEqualTo(BARE);
        assertThat(NOTES.fromItem(NOTES.toItem(BARE))).isEqualTo(BARE);
    }

    @Test
    void dynamoDbsNullReadsAsAbsent() {
        Item.Builder item = Item.builder().put("id", "1");
        for (String name : List.of("title", "level", "author", "lines", "tags", "links", "image")) {
            item.put(name, Value.Null.NULL);
        }

        assertThat(NOTES.fromItem(item.build())).isEqualTo(BARE);
    }

    @Test
    void onlyOptionalComponentsAreNotRequired() {
        assertThat(NOTES.components())
                .filteredOn(MappedComponent::isRequired)
                .extracting(MappedComponent::name)
                .containsExactly("id");
        assertThat(NOTES.component("author").javaType()).isEqualTo(String.class);
    }

    @Test
    void aRequiredAttributeThatIsAbsentIsRejected() {
        assertRejected(
                () -> NOTES.fromItem(Item.of("title", "x")),
                "record.missing",
                "record Note, component id (attribute \"id\"): the item has no such attribute:"
                        + " write it, or declare the component Optional or @Nullable");
        assertRejected(
                () -> NOTES.fromItem(Item.of("id", Value.Null.NULL)),
                "record.type",
                "record Note, component id (attribute \"id\"): NULL cannot be read as String: it needs TEXT");
    }

    record Numbers(int whole, boolean flag, double part) {}

    @ParameterizedTest
    @ValueSource(strings = {"whole", "flag", "part"})
    void aPrimitiveIsNeverAbsent(String absent) {
        Item item = Item.of("whole", 1, "flag", true, "part", 0.5).without(absent);

        assertRejected(
                () -> RecordMapping.of(Numbers.class).fromItem(item),
                "record.missing",
                "record Numbers, component %1$s (attribute \"%1$s\"): the item has no such attribute: write it, or declare the component Optional or @Nullable"
                        .formatted(absent));
    }

    @Test
    void nullInARequiredComponentIsRejected() {
        assertRejected(
                () -> NOTES.toItem(new Note(null, null, null, Optional.empty(), List.of(), Set.of(), Map.of(), null)),
                "record.null",
                "record Note, component id (attribute \"id\"): it is null:"
                        + " give it a value, or declare it Optional or @Nullable");
        assertRejected(
                () -> NOTES.toItem(new Note("1", null, null, null, List.of(), Set.of(), Map.of(), null)),
                "record.null",
                "record Note, component author (attribute \"author\"): it is null:"
                        + " give it a value, or declare it Optional or @Nullable");
        assertRejected(
                () -> NOTES.toItem(new Note(
                        "1", null, null, Optional.empty(), Arrays.asList("a", null), Set.of(), Map.of(), null)),
                "record.null",
                "record Note, component lines[1] (attribute \"lines[1]\"): it is null:"
                        + " give it a value, or declare it Optional or @Nullable");
        assertRejected(
                () -> NOTES.toItem(new Note(
                        "1",
                        null,
                        null,
                        Optional.empty(),
                        List.of(),
                        Set.of(),
                        Collections.singletonMap(null, "x"),
                        null)),
                "record.null",
                "record Note, component links (attribute \"links\"): a key is null: DynamoDB's maps have texts as keys");
    }

    @Test
    void nullInASetOfTextsIsRejected() {
        Set<String> tags = Collections.singleton(null);

        assertRejected(
                () -> NOTES.toItem(new Note("1", null, null, Optional.empty(), List.of(), tags, Map.of(), null)),
                "record.null",
                "record Note, component tags (attribute \"tags\"): it contains null: DynamoDB's sets contain texts"
                        + " only");
    }

    record Gaps(List<@Nullable String> row, Map<String, Optional<Integer>> cells, List<Set<String>> sets) {}

    @Test
    void insideListsAndMapsAbsenceIsDynamoDbsNull() {
        RecordMapping<Gaps> mapping = RecordMapping.of(Gaps.class);
        Gaps gaps = new Gaps(
                Arrays.asList("a", null),
                Map.of("x", Optional.empty(), "y", Optional.of(1)),
                List.of(Set.of(), Set.of("t")));

        Item item = mapping.toItem(gaps);

        assertThat(item)
                .isEqualTo(Item.of(
                        "row", List.of("a", Value.Null.NULL),
                        "cells", Map.of("x", Value.Null.NULL, "y", 1),
                        "sets", List.of(Value.Null.NULL, Set.of("t"))));
        assertThat(mapping.fromItem(item)).isEqualTo(gaps);
    }

    record Any(@Nullable Value one, Optional<Value> other) {}

    @Test
    void aDynamicComponentKeepsDynamoDbsNull() {
        RecordMapping<Any> mapping = RecordMapping.of(Any.class);
        Any nulls = new Any(Value.Null.NULL, Optional.of(Value.Null.NULL));
        Any absent = new Any(null, Optional.empty());

        assertThat(mapping.fromItem(mapping.toItem(nulls))).isEqualTo(nulls);
        assertThat(mapping.fromItem(mapping.toItem(absent))).isEqualTo(absent);
        assertThat(mapping.component("one").valueType()).isEmpty();
    }

    record MaybeSet(@Nullable Set<String> tags) {}

    record MaybeMaybe(Optional<Optional<String>> name) {}

    @SuppressWarnings("NullableOptional") // The rejected case.
    record NullableOptional(@Nullable Optional<String> name) {}

    @Test
    void ambiguousAbsenceIsRejected() {
        assertRejected(
                () -> RecordMapping.of(MaybeSet.class),
                "record.optional",
                "record MaybeSet, component tags: DynamoDB has no empty set, so an empty set is stored as an absent"
                        + " one: declare a plain Set<String>");
        assertRejected(
                () -> RecordMapping.of(MaybeMaybe.class),
                "record.optional",
                "record MaybeMaybe, component name: an Optional inside an Optional cannot be distinguished from an"
                        + " empty one: use one Optional");
        assertRejected(
                () -> RecordMapping.of(NullableOptional.class),
                "record.optional",
                "record NullableOptional, component name: an Optional is never null: drop @Nullable");
    }
}
