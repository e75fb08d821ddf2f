package dev.varve.cli.show;

import java.util.Arrays;

/** A drawing of dots, two by four in each character. A character has one tone, that of its last dot. */
final class Braille {

    /** The bits of Unicode's braille patterns, by row and column. */
    private static final int[][] BITS = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

    private static final int BLANK = 0x2800;

    private final int columns;
    private final int rows;
    private final int[] bits;
    private final Tone[] tones;

    Braille(int columns, int rows) {
        this.columns = columns;
        this.rows = rows;
        this.bits = new int[columns * rows];
        this.tones = new Tone[columns * rows];
        Arrays.fill(tones, Tone.PLAIN);
    }

    int width() {
        return columns * 2;
    }

    int height() {
        return rows * 4;
    }

    /** Sets the dot at x from the left and y from the bottom. */
    void dot(int x, int y, Tone tone) {
        int down = height() - 1 - y;
        if (x < 0 || x >= width() || down < 0 || down >= height()) {
            return;
        }
        int cell = down / 4 * columns + x / 2;
        bits[cell] |= BITS[down % 4][x % 2];
        tones[cell] = tone;
    }

    /** Clears the characters of this tone, so that a line drawn over an area stays visible. */
    void erase(int x, int y, Tone tone) {
        int down = height() - 1 - y;
        if (x >= 0 && x < width() && down >= 0 && down < height()) {
            int cell = down / 4 * columns + x / 2;
            if (tones[cell] == tone) {
                bits[cell] = 0;
                tones[cell] = Tone.PLAIN;
            }
        }
    }

    /** Draws a straight line. */
    void line(int fromX, int fromY, int toX, int toY, Tone tone) {
        int steps = Math.max(1, Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY)));
        for (int i = 0; i <= steps; i++) {
            int x = fromX + Math.round((float) (toX - fromX) * i / steps);
            int y = fromY + Math.round((float) (toY - fromY) * i / steps);
            erase(x, y, Tone.BAND);
            dot(x, y, tone);
        }
    }

    /** Returns a row of characters; row 0 is the top. */
    String row(int row, Paint paint) {
        var line = new StringBuilder();
        int i = row * columns;
        int end = i + columns;
        while (i < end) {
            Tone tone = tones[i];
            var piece = new StringBuilder();
            for (; i < end && tones[i] == tone; i++) {
                piece.append(bits[i] == 0 ? ' ' : (char) (BLANK + bits[i]));
            }
            line.append(paint.paint(tone, piece.toString()));
        }
        return line.toString();
    }
}
