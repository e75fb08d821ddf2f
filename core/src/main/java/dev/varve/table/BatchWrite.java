package dev.varve.table;

import java.util.List;

/** Up to 25 unconditional puts and deletes of different items; each is atomic, together they are not. */
public record BatchWrite(List<Write> writes) implements Request {

    public BatchWrite {
        writes = List.copyOf(writes);
    }

    public static BatchWrite of(List<? extends Write> writes) {
        return new BatchWrite(List.copyOf(writes));
    }
}
