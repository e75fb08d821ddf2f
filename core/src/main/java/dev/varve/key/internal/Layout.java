package dev.varve.key.internal;

import dev.varve.key.PartType;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How the keys of one kind of item are written, parsed back and found: a pair of key templates, compiled.
 *
 * <p>A template is text with parts in braces: {@code DEVICE#{deviceId}}. A {@link SeriesLayout} has a clock among its
 * parts, an {@link EntityLayout} has none.
 */
public abstract sealed class Layout permits SeriesLayout, EntityLayout {

    Layout() {}

    /** Begins the declaration of a layout whose clock has the given name, such as {@code at} in {@code READING#{at}}. */
    public static SeriesLayoutBuilder series(String clock) {
        return new SeriesLayoutBuilder(clock);
    }

    /** Returns the layout of items with partition and sort key and without a clock; every part is a text. */
    public static EntityLayout entity(String partition, String sort) {
        return new EntityLayout(partition, sort, null);
    }

    /** Returns the layout of items with a partition key alone and without a clock; every part is a text. */
    public static EntityLayout entity(String partition) {
        return new EntityLayout(partition, null, null);
    }

    /** Returns the layout of items with partition and sort key; a part that is not among those given is refused. */
    public static EntityLayout entity(String partition, String sort, Map<String, PartType> parts) {
        return new EntityLayout(partition, sort, Map.copyOf(parts));
    }

    /** Returns the layout of items with a partition key alone; a part that is not among those given is refused. */
    public static EntityLayout entity(String partition, Map<String, PartType> parts) {
        return new EntityLayout(partition, null, Map.copyOf(parts));
    }

    /** Returns the partition templates in use, in the order of the epochs. */
    public List<String> partitions() {
        return pairs().stream().map(pair -> pair.partition().source()).toList();
    }

    /** Returns the sort templates in use, in the order of the epochs; empty where keys are a partition alone. */
    public List<String> sorts() {
        return pairs().stream()
                .map(TemplatePair::sort)
                .filter(Objects::nonNull)
                .map(Template::source)
                .toList();
    }

    /** Returns the names of all free parts, in the order in which they appear. */
    public abstract List<String> parts();

    /** Returns the names of the parts that are numbers: keys hold these in another form than texts. */
    public List<String> numberParts() {
        return pairs().get(pairs().size() - 1).free().stream()
                .filter(part -> part.type() == PartType.NUMBER)
                .map(TemplatePart.Free::name)
                .sorted()
                .toList();
    }

    /** Returns the type of the sort key. */
    public abstract SortType sortType();

    /** Returns a text for people: the templates, what they mean, and an example of each key. */
    public abstract String describe();

    /** Returns the pairs of templates whose keys are in use. */
    abstract List<TemplatePair> pairs();

    /**
     * Returns whether an item of this layout and one of another may have the same key in one table.
     *
     * <p>False is certain. True may be a false alarm, because values are taken to be any text.
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
            // Two types cannot be in one table; only two layouts without a sort key share a key by partition alone.
            return here.sortType() == there.sortType();
        }
        return here.sortType() == SortType.NUMBER || TextShape.of(sortHere).meets(TextShape.of(sortThere));
    }
}
