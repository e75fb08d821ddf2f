package dev.varve.core.schema;

import dev.varve.core.key.Layout;

/** The place of an item in an index: its name and the keys the item has there. */
public record IndexEntry(String index, Layout layout) {}
