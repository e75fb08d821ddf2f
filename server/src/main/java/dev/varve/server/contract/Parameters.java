package dev.varve.server.contract;

/** Parameters that several operations have. */
public final class Parameters {

    public static final Parameter DEVICE = Parameter.path("id", "The id of a device, percent-encoded.");
    public static final Parameter SITE = Parameter.path("id", "The id of a site.");
    public static final Parameter TABLE = Parameter.path("name", "The name of a table.");
    public static final Parameter RULE = Parameter.path("name", "The name of the rule.");
    public static final Parameter CHANNEL = Parameter.path("name", "The name of the channel.");
    public static final Parameter ALERT_DEVICE = Parameter.path("device", "The id of the device.");
    public static final Parameter ALERT = Parameter.path("alert", "The id of the alert.");
    public static final Parameter GOAL = Parameter.path("goal", "The id of the goal.");
    public static final Parameter FUNNEL = Parameter.path("funnel", "The id of a saved funnel.");
    public static final Parameter VISITOR = Parameter.path("visitor", "The id of a visitor.");
    public static final Parameter OF_DEVICE = Parameter.text("device", "The id of a device.");
    public static final Parameter SERIES =
            Parameter.text("series", "The id of one series of the device; all its series by default.");
    public static final Parameter FROM =
            Parameter.time("from", "The start of the range, included; a day before the end by default.");
    public static final Parameter TO = Parameter.time("to", "The end of the range, not included; now by default.");
    public static final Parameter PAGE =
            Parameter.text("page", "The `next` of the page before, with all other parameters unchanged.");
    public static final Parameter FORMAT = Parameter.words("format", "The format of the answer.", "json", "csv")
            .otherwise("json");
    public static final Parameter EXPLAIN = Parameter.flag(
            "explain",
            "Returns the requests to the table and their cost instead of the result. Nothing is read from the data.");
    public static final Parameter ORDER =
            Parameter.words("order", "The order of the results.", "asc", "desc").otherwise("asc");
    public static final Parameter FIELDS =
            Parameter.text("fields", "Names of fields, separated by commas; all fields by default.");
    public static final Parameter PERIOD = Parameter.text(
                    "period",
                    "`today`, `yesterday`, `month` up to today, the last days including today such as `7d`, the last"
                            + " months such as `12mo`, or `custom`, which `from` alone selects too.")
            .examples("today", "yesterday", "7d", "30d", "month", "12mo", "custom")
            .otherwise("30d");
    public static final Parameter FROM_DAY = Parameter.date("from", "The first day of a custom period.");
    public static final Parameter TO_DAY = Parameter.date("to", "The day after the last day of a custom period.");
    public static final Parameter FILTERS = Parameter.text(
            "filters",
            "Filters such as `page:is:/pricing;source:is:Google|Bing`: a dimension, an operator (`is`, `is_not`,"
                    + " `contains` or `prefix`) and values. All filters must match; one value of a filter is enough."
                    + " Within a value, write %, ; and | as %25, %3B and %7C before the address is encoded.");
    public static final Parameter COMPARE = Parameter.words(
                    "compare", "The period to compare with.", "previous", "year", "none")
            .otherwise("previous");
    public static final Parameter PRECISION = Parameter.words(
                    "precision", "The unit of the times.", "ns", "n", "us", "u", "ms", "s", "m", "h")
            .otherwise("ns");

    private Parameters() {}
}
