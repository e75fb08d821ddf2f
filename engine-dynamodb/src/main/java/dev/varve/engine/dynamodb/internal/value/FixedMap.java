package dev.varve.engine.dynamodb.internal.value;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * A read-only map over two arrays, in their order. The SDK copies every map, so a hash table would be filled only to be
 * read once.
 */
public final class FixedMap<V> extends AbstractMap<String, V> {

    private final String[] names;
    private final V[] values;

    /**
     * Wraps arrays that must not change afterwards. The names must be distinct; names beyond the last value are
     * ignored.
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // The array is kept and never written to.
    public FixedMap(String[] names, V... values) {
        this.names = names;
        this.values = values;
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super V> action) {
        for (int i = 0; i < values.length; i++) {
            action.accept(names[i], values[i]);
        }
    }

    @Override
    public Set<Map.Entry<String, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return values.length;
            }

            @Override
            public Iterator<Map.Entry<String, V>> iterator() {
                return new Entries();
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<String, V>> {

        private int next;

        @Override
        public boolean hasNext() {
            return next < values.length;
        }

        @Override
        public Map.Entry<String, V> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return Map.entry(names[next], values[next++]);
        }
    }
}
