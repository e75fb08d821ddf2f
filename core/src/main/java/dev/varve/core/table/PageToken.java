package dev.varve.core.table;

/** Where a page ended: an opaque text that resumes the same query or scan, and no other. */
public record PageToken(String text) {

    @Override
    public String toString() {
        return text;
    }
}
