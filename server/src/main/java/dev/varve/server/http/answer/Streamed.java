package dev.varve.server.http.answer;

import java.io.IOException;
import java.io.Writer;

/** An answer that is too long for memory, or takes long: it is written piece by piece. */
public record Streamed(String type, Body body) {

    /** Writes an answer. An exception aborts the connection, so that no client takes the part for the whole. */
    public interface Body {
        void writeTo(Writer out) throws IOException;
    }
}
