package dev.varve.cli.transfer;

import java.util.List;

/**
 * Records that are sent together.
 *
 * @param body the text to send, with a header if the format has one
 * @param last some of its last records, as a separate body
 * @param lines maps lines of the body to lines of the file
 * @param end where the next batch begins
 * @param refused lines that were refused before sending; they are empty in the body
 */
@SuppressWarnings("ArrayRecordComponent") // Batches are never compared.
record Batch(byte[] body, byte[] last, Lines lines, Position end, List<Refused> refused) {

    /**
     * A position between two records of a file.
     *
     * @param offset in bytes, uncompressed
     * @param line the number of the line that begins there, from 1
     */
    record Position(long offset, long line) {
        static final Position BEGIN = new Position(0, 1);
    }

    /**
     * Maps lines of a body to lines of the file.
     *
     * @param first the line of the file that follows the header in the body
     * @param header the number of lines of the header
     */
    record Lines(long first, int header) {}

    /** Returns the line of the file for a line of the body. */
    long fileLine(long bodyLine) {
        return bodyLine <= lines.header() ? bodyLine : lines.first() + bodyLine - lines.header() - 1;
    }
}
