package dev.varve.server.http;

import java.io.IOException;
import java.io.Writer;

/** An answer too long to hold, or to wait for: it is written piece by piece. */
public record Streamed(String type, Body body) {

    /** Writes an answer. What it throws ends the answer in the middle, so that nobody takes it for a whole one. */
    public interface Body {
        void writeTo(Writer out) throws IOException;
    }
}
