package dev.varve.core.schema;

import dev.varve.core.key.Layout;

/**
 * The place of an item in an index: its name and the keys the item has there.
 *
 * @param isShared whether items of other kinds may have the same keys there; then nobody reads it by declaration
 */
public record IndexEntry(String index, Layout layout, boolean isShared) {

    public IndexEntry(String index, Layout layout) {
        this(index, layout, false);
    }
}
