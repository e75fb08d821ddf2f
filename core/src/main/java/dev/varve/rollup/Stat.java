package dev.varve.rollup;

/** A statistic of a number in a row. */
public enum Stat {
    /** The number of events that have a value. */
    COUNT("count"),
    SUM("sum"),
    MIN("min"),
    MAX("max"),
    /** The sum over the count; never an average of averages. */
    AVG("avg"),
    /** The value with the earliest clock, and that clock. */
    FIRST("first"),
    /** The value with the latest clock, and that clock. */
    LAST("last"),
    /** The sample standard deviation; needs at least two events. */
    STDDEV("stddev");

    private final String word;

    Stat(String word) {
        this.word = word;
    }

    /** Returns the attribute of this statistic in a row: {@code avgTemperature}. */
    public String of(String field) {
        return named(word, field);
    }

    /** Returns the attribute with the sum of squares, from which the deviation over several rows is computed. */
    public static String sumOfSquares(String field) {
        return named("sumSquares", field);
    }

    /** Returns an attribute name from a word and a component: {@code distinctVisitorId}. */
    public static String named(String word, String field) {
        return field.isEmpty() ? word : word + Character.toUpperCase(field.charAt(0)) + field.substring(1);
    }
}
