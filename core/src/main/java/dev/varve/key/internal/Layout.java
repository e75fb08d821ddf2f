package dev.varve.key.internal;

import dev.varve.key.PartType;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A pair of compiled key templates: writes the keys of one kind of item, parses them and finds them.
 *
 * <p>A template is text with parts in braces: {@code DEVICE#{deviceId}}. A {@link SeriesLayout} has a clock among its
 * parts, an {@link EntityLayout} has none.
 */
public abstract sealed class Layout permits SeriesLayout, EntityLayout {

    Layout() {}

    /** Starts a layout whose clock has the given name, such as {@code at} in {@code READING#{at}}. */
    public static SeriesLayoutBuilder series(String clock) {
        return new SeriesLayoutBuilder(clock);
    }

    /** Returns a layout with partition and sort key and without a clock; every part is a text. */
    public static EntityLayout entity(String partition, String sort) {
        return new EntityLayout(partition, sort, null);
    }

    /** Returns a layout with only a partition key and without a clock; every part is a text. */
    public static EntityLayout entity(String partition) {
        return new EntityLayout(partition, null, null);
    }

    /** Returns a layout with partition and sort key; rejects templates with other parts than these. */
    public static EntityLayout entity(String partition, String sort, Map<String, PartType> parts) {
        return new EntityLayout(partition, sort, Map.copyOf(parts));
    }

    /** Returns a layout with only a partition key; rejects templates with other parts than these. */
    public static EntityLayout entity(String partition, Map<String, PartType> parts) {
        return new EntityLayout(partition, null, Map.copyOf(parts));
    }

    /** Returns the partition template of each epoch, in order. */
    public List<String> partitions() {
        return pairs().stream().map(pair -> pair.partition().source()).toList();
    }

    /** Returns the sort template of each epoch, in order; empty if there is no sort key. */
    public List<String> sorts() {
        return pairs().stream()
                .map(TemplatePair::sort)
                .filter(Objects::nonNull)
                .map(Template::source)
                .toList();
    }

    /** Returns the names of all parts, in order of appearance. */
    public abstract List<String> parts();

    /** Returns the names of the number parts, which keys encode in another way than texts. */
    public List<String> numberParts() {
        return pairs().get(pairs().size() - 1).free().stream()
                .filter(part -> part.type() == PartType.NUMBER)
                .map(TemplatePart.Free::name)
                .sorted()
                .toList();
    }

    /** Returns the type of the sort key. */
    public abstract SortType sortType();

    /** Returns a readable description: the templates, their meaning, and an example of each key. */
    public abstract String describe();

    /** Returns the template pair of each epoch. */
    abstract List<TemplatePair> pairs();

    /**
     * Returns whether an item of this layout and one of another may have the same key in one table.
     *
     * <p>False is certain. True may be a false alarm, because a value is assumed to be any text.
     */
    public boolean mayCollide(Layout other) {
        return pairs().stream().anyMatch(here -> other.pairs().stream().anyMatch(there -> mayCollide(here, there)));
    }

    private static boolean mayCollide(TemplatePair here, TemplatePair there) {
        Template sortHere = here.sort();
        Template sortThere = there.sort();
        if (!TextShape.of(here.partition()).meets(TextShape.of(there.partition()))) {
            return false;
        }
        if (sortHere == null || sortThere == null || here.sortType() != there.sortType()) {
            // A table has one type of sort key; only two layouts without a sort key can share a partition key.
            return here.sortType() == there.sortType();
        }
        return here.sortType() == SortType.NUMBER || TextShape.of(sortHere).meets(TextShape.of(sortThere));
    }
}
