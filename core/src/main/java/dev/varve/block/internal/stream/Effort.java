package dev.varve.block.internal.stream;

import dev.varve.block.internal.bytes.ByteReader;

/** How much time the encoder spends. Both are lossless, and a block says which one each of its parts has. */
public enum Effort {
    /** Differences in packed bits: for sealing under load. */
    FAST,
    /** Modelled and arithmetic-coded: the fewest bytes. */
    DENSE;

    public ColumnWriter writer() {
        return this == DENSE ? new DenseWriter() : new PackedWriter();
    }

    public ColumnReader reader(ByteReader in) {
        return this == DENSE ? new DenseReader(in) : new PackedReader(in);
    }
}
