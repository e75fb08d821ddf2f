package dev.varve.benchmarks.peers;

/** A measured field. A value is a whole number of units in its last decimal place, so every database can store it exactly. */
public enum Field {
    TEMPERATURE(0, "temperature", 2),
    HUMIDITY(1, "humidity", 1),
    BATTERY(2, "battery", 0);

    private static final Field[] ALL = values();

    /** The number of fields of a reading. */
    public static final int COUNT = ALL.length;

    private final int position;
    private final String text;
    private final int decimals;
    private final double unit;

    Field(int position, String text, int decimals) {
        this.position = position;
        this.text = text;
        this.decimals = decimals;
        this.unit = Math.pow(10, decimals);
    }

    /** Returns the field at a position of a reading. */
    static Field at(int position) {
        return ALL[position];
    }

    int position() {
        return position;
    }

    public String text() {
        return text;
    }

    /** Returns the double that is nearest to the decimal number, which is also what parsing its text returns. */
    double value(int mantissa) {
        return mantissa / unit;
    }

    /** Appends the decimal number: {@code 22.41}. */
    void append(StringBuilder out, int mantissa) {
        if (mantissa < 0) {
            out.append('-');
        }
        int whole = Math.abs(mantissa);
        int scale = (int) unit;
        out.append(whole / scale);
        if (decimals > 0) {
            out.append('.');
            int fraction = whole % scale;
            for (int place = scale / 10; place > 0; place /= 10) {
                out.append((char) ('0' + fraction / place % 10));
            }
        }
    }
}
