package dev.varve.schema.internal;

import dev.varve.key.internal.Layout;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an item in an index.
 *
 * @param isShared whether items of other kinds may have the same keys; such an index cannot be read by declaration
 * @param only which items the index holds, such as {@code only with anomaly}; null if it holds every item that has all
 *     parts of the keys
 */
public record IndexEntry(
        String index,
        Layout layout,
        boolean isShared,
        @Nullable String only) {

    public IndexEntry(String index, Layout layout) {
        this(index, layout, false, null);
    }
}
