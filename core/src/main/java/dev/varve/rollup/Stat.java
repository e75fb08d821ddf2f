package dev.varve.rollup;

/** What rows can say of a number. */
public enum Stat {
    /** How many events have it. */
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
    /** The standard deviation of a sample, from two events on. */
    STDDEV("stddev");

    private final String word;

    Stat(String word) {
        this.word = word;
    }

    /** Returns the attribute of a row this is in: {@code avgTemperature}. */
    public String of(String field) {
        return named(word, field);
    }

    /** Returns the attribute with the sum of squares, which the deviation of several rows is made from. */
    public static String sumOfSquares(String field) {
        return named("sumSquares", field);
    }

    /** Returns the name of what a word says of a component: {@code distinctVisitorId}. */
    public static String named(String word, String field) {
        return field.isEmpty() ? word : word + Character.toUpperCase(field.charAt(0)) + field.substring(1);
    }
}
