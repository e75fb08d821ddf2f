package dev.varve.server;

/** How the readings of devices are stored. */
public enum ReadingLayout {
    /** Each reading is an item. */
    ITEMS,
    /** The readings of a device and hour are a compressed block. */
    PACKED;

    ReadingLayout other() {
        return this == ITEMS ? PACKED : ITEMS;
    }
}
