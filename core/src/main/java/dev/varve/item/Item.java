package dev.varve.item;

import dev.varve.error.Rejected;
import dev.varve.item.internal.Utf8;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An immutable map from attribute names to values, which a table stores under one key. */
public final class Item {

    private static final Item EMPTY = new Item(new String[0], new Value[0]);

    /*
     * Two parallel arrays, with names in ascending Java order. Items have few attributes, so a binary search is faster
     * than a hash map and takes much less memory, and decoders can fill the arrays directly.
     */
    private final String[] names;
    // With a source, a value is null until it is needed.
    private final Value[] values;
    private final @Nullable IntFunction<Value> source;
    private int size = -1;

    private Item(String[] names, Value[] values) {
        this(names, values, null);
    }

    private Item(String[] names, Value[] values, @Nullable IntFunction<Value> source) {
        this.names = names;
        this.values = values;
        this.source = source;
    }

    private Value at(int index) {
        Value value = values[index];
        if (value == null && source != null) {
            // Threads may compute a value at the same time; the results are equal.
            value = source.apply(index);
            values[index] = value;
        }
        return value;
    }

    /** Returns all values. */
    private Value[] all() {
        if (source != null) {
            for (int i = 0; i < values.length; i++) {
                at(i);
            }
        }
        return values;
    }

    /** Returns the item without attributes. */
    public static Item empty() {
        return EMPTY;
    }

    /** Returns an item with these attributes. */
    public static Item of(Map<String, ? extends Value> attributes) {
        TreeMap<String, Value> sorted = new TreeMap<>(attributes);
        return new Item(sorted.keySet().toArray(String[]::new), sorted.values().toArray(Value[]::new));
    }

    /** Returns the item with these names and plain Java values, given in turn: {@code of("pk", "a", "level", 3)}. */
    public static Item of(String name, Object value, Object... more) {
        if (more.length % 2 != 0) {
            throw new Rejected("item.odd-arguments", "names and values come in pairs, the last name has no value");
        }
        Builder builder = builder().put(name, value);
        for (int i = 0; i < more.length; i += 2) {
            if (!(more[i] instanceof String)) {
                throw new Rejected("item.odd-arguments", "attribute names are texts, %s is not".formatted(more[i]));
            }
            builder.put((String) more[i], more[i + 1]);
        }
        return builder.build();
    }

    /**
     * Wraps arrays without a copy or a check, for decoders. Names must ascend by {@link String#compareTo} without
     * duplicates, and the caller must not change the arrays afterwards.
     */
    public static Item wrap(String[] names, Value[] values) {
        return new Item(names, values);
    }

    /** Wraps arrays like {@link #wrap(String[], Value[])}; {@code size} must be the result of {@link #size}. */
    public static Item wrap(String[] names, Value[] values, int size) {
        Item item = new Item(names, values);
        item.size = size;
        return item;
    }

    /**
     * Returns an item whose values are computed when they are needed, for decoders. Names as in {@link #wrap(String[], Value[])};
     * the function returns the value of the {@code index}-th attribute, always the same, on any thread.
     */
    public static Item wrap(String[] names, IntFunction<Value> values) {
        return new Item(names, new Value[names.length], values);
    }

    public static Builder builder() {
        return new Builder();
    }

    public boolean isEmpty() {
        return names.length == 0;
    }

    public int attributeCount() {
        return names.length;
    }

    /** Returns the name of the {@code index}-th attribute in ascending order of names. */
    public String nameAt(int index) {
        return names[index];
    }

    /** Returns the value of the {@code index}-th attribute in ascending order of names. */
    public Value valueAt(int index) {
        return at(index);
    }

    public boolean has(String name) {
        return Arrays.binarySearch(names, name) >= 0;
    }

    /** Returns the value of this attribute, or null if there is none; unlike {@link #find} it does not allocate. */
    public @Nullable Value value(String name) {
        int index = Arrays.binarySearch(names, name);
        return index < 0 ? null : at(index);
    }

    /** Returns the value of this attribute, or empty if there is none. */
    public Optional<Value> find(String name) {
        return Optional.ofNullable(value(name));
    }

    /** Returns the text of this attribute; throws if it is absent or of another type. */
    public String text(String name) {
        return require(name, Value.Text.class, ValueType.TEXT).value();
    }

    /** Returns the number of this attribute; throws if it is absent or of another type. */
    public Num number(String name) {
        return require(name, Num.class, ValueType.NUMBER);
    }

    /** Returns the bytes of this attribute; throws if it is absent or of another type. */
    public Bytes bytes(String name) {
        return require(name, Bytes.class, ValueType.BYTES);
    }

    private <T extends Value> T require(String name, Class<T> type, ValueType wanted) {
        Value value = value(name);
        if (!type.isInstance(value)) {
            throw new Rejected(
                    "item.attribute",
                    "attribute \"%s\" is %s, not of type %s"
                            .formatted(name, value == null ? "absent" : value.type() + " " + value, wanted));
        }
        return type.cast(value);
    }

    /** Returns this item with one attribute set. */
    public Item with(String name, Value value) {
        int index = Arrays.binarySearch(names, name);
        if (index >= 0) {
            Value[] changed = all().clone();
            changed[index] = value;
            return new Item(names, changed);
        }
        int at = -index - 1;
        String[] moreNames = new String[names.length + 1];
        Value[] moreValues = new Value[names.length + 1];
        System.arraycopy(names, 0, moreNames, 0, at);
        System.arraycopy(all(), 0, moreValues, 0, at);
        moreNames[at] = name;
        moreValues[at] = value;
        System.arraycopy(names, at, moreNames, at + 1, names.length - at);
        System.arraycopy(values, at, moreValues, at + 1, names.length - at);
        return new Item(moreNames, moreValues);
    }

    /** Returns this item with one attribute set to a plain Java value. */
    public Item with(String name, Object value) {
        return with(name, Value.of(value));
    }

    /** Returns this item without the named attributes; unknown names are ignored. */
    public Item without(String... absent) {
        Set<String> dropped = new HashSet<>(Arrays.asList(absent));
        return filter(name -> !dropped.contains(name));
    }

    /** Returns this item with only the named attributes; unknown names are ignored. */
    public Item only(Collection<String> kept) {
        Set<String> wanted = kept instanceof Set<String> set ? set : new HashSet<>(kept);
        return filter(wanted::contains);
    }

    private Item filter(Predicate<String> keep) {
        int count = 0;
        int[] kept = new int[names.length];
        for (int i = 0; i < names.length; i++) {
            if (keep.test(names[i])) {
                kept[count++] = i;
            }
        }
        if (count == names.length) {
            return this;
        }
        String[] someNames = new String[count];
        Value[] someValues = new Value[count];
        for (int i = 0; i < count; i++) {
            someNames[i] = names[kept[i]];
            someValues[i] = values[kept[i]];
        }
        return new Item(someNames, someValues, source == null ? null : index -> at(kept[index]));
    }

    /** Returns the attribute names in ascending order. */
    public List<String> names() {
        return List.of(names);
    }

    /** Calls the action for each attribute, in ascending order of names. */
    public void forEach(BiConsumer<String, Value> action) {
        for (int i = 0; i < names.length; i++) {
            action.accept(names[i], at(i));
        }
    }

    /** Returns a read-only map view of this item. */
    public Map<String, Value> asMap() {
        return new View();
    }

    /** Returns the size that DynamoDB bills: names and values, in bytes. */
    public int size() {
        if (size < 0) {
            int sum = 0;
            for (int i = 0; i < names.length; i++) {
                sum += Utf8.length(names[i]) + at(i).size();
            }
            size = sum;
        }
        return size;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Item that && Arrays.equals(names, that.names) && Arrays.equals(all(), that.all());
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(names) + Arrays.hashCode(all());
    }

    @Override
    public String toString() {
        return show(asMap().entrySet());
    }

    static String show(Collection<Map.Entry<String, Value>> entries) {
        return entries.stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** Builds an item; if a name is given twice, the last value is kept. */
    public static final class Builder {

        private static final int INITIAL_CAPACITY = 12;

        // Kept ascending, as in the item: attributes usually arrive in order, and there are few of them.
        private String[] names = new String[INITIAL_CAPACITY];
        private Value[] values = new Value[INITIAL_CAPACITY];
        private int count;

        private Builder() {}

        public Builder put(String name, Value value) {
            boolean isLast = count == 0 || names[count - 1].compareTo(name) < 0;
            int index = isLast ? -count - 1 : Arrays.binarySearch(names, 0, count, name);
            if (index >= 0) {
                values[index] = value;
                return this;
            }
            makeRoom(1);
            int at = -index - 1;
            System.arraycopy(names, at, names, at + 1, count - at);
            System.arraycopy(values, at, values, at + 1, count - at);
            names[at] = name;
            values[at] = value;
            count++;
            return this;
        }

        public Builder put(String name, Object value) {
            return put(name, Value.of(value));
        }

        public Builder putAll(Item item) {
            if (count == 0) {
                makeRoom(item.names.length);
                System.arraycopy(item.names, 0, names, 0, item.names.length);
                System.arraycopy(item.all(), 0, values, 0, item.values.length);
                count = item.names.length;
                return this;
            }
            item.forEach(this::put);
            return this;
        }

        private void makeRoom(int more) {
            if (count + more > names.length) {
                int room = Math.max(count + more, 2 * count);
                names = Arrays.copyOf(names, room);
                values = Arrays.copyOf(values, room);
            }
        }

        public Item build() {
            return new Item(Arrays.copyOf(names, count), Arrays.copyOf(values, count));
        }
    }

    private final class View extends AbstractMap<String, Value> {
        @Override
        public @Nullable Value get(Object name) {
            return name instanceof String text ? value(text) : null;
        }

        @Override
        public boolean containsKey(Object name) {
            return name instanceof String text && has(text);
        }

        @Override
        public Set<Entry<String, Value>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Entry<String, Value>> iterator() {
                    return new Iterator<>() {
                        private int next;

                        @Override
                        public boolean hasNext() {
                            return next < names.length;
                        }

                        @Override
                        public Entry<String, Value> next() {
                            if (next == names.length) {
                                throw new NoSuchElementException();
                            }
                            return Map.entry(names[next], at(next++));
                        }
                    };
                }

                @Override
                public int size() {
                    return names.length;
                }
            };
        }
    }
}
