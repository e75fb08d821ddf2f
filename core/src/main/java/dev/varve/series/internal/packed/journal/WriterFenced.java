package dev.varve.series.internal.packed.journal;

import dev.varve.error.Unavailable;

/** Another process has taken over the journal of this writer; this process must continue under a new writer name. */
public final class WriterFenced extends Unavailable {

    private static final long serialVersionUID = 1L;

    WriterFenced(String series, String writer, String why) {
        super(
                "packed.writer-fenced",
                "writer \"%s\" of series %s cannot append any more: %s. Continue under a new writer name"
                        .formatted(writer, series, why));
    }
}
