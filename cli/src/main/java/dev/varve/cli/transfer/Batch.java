package dev.varve.cli.transfer;

import java.util.List;

/**
 * Records that are sent together.
 *
 * @param body as it is sent, with a header before it where the format has one
 * @param last some of its last records, as a body of their own
 * @param lines what the lines of the body are in the file
 * @param end where the next batch begins
 * @param refused lines that need not be sent to know that they are bad; they are empty in the body
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares batches.
record Batch(byte[] body, byte[] last, Lines lines, Position end, List<Refused> refused) {

    /**
     * A place between two records of a file.
     *
     * @param offset in bytes, unpacked
     * @param line the number of the line that begins there, from 1
     */
    record Position(long offset, long line) {
        static final Position BEGIN = new Position(0, 1);
    }

    /**
     * Which lines of a file a body holds.
     *
     * @param first the line of the file that the first line behind the header is
     * @param header the lines of the header
     */
    record Lines(long first, int header) {}

    /** Returns the line of the file for a line of the body. */
    long fileLine(long bodyLine) {
        return bodyLine <= lines.header() ? bodyLine : lines.first() + bodyLine - lines.header() - 1;
    }
}
