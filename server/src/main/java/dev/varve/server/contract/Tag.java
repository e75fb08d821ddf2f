package dev.varve.server.contract;

/** A group of operations in the description of the API. */
public enum Tag {
    FLEET("Fleet", "Devices, their readings and the rollups of them."),
    ALERTS("Alerts", "Rules, the alerts they open, channels for notices of them, and anomalies."),
    SITES("Sites", "Web sites and statistics of their visitors. Visitors are counted, not followed."),
    TABLE("Table", "The table itself: its partitions and items."),
    LIVE("Live", "Changes as they happen."),
    INGEST("Ingest", "Addresses that take readings and hits. Good lines of a bad batch are stored and counted."),
    ACCESS("Access", "Tokens of programs and people."),
    OPERATION("Operation", "The state of the server.");

    private final String title;
    private final String description;

    Tag(String title, String description) {
        this.title = title;
        this.description = description;
    }

    public String title() {
        return title;
    }

    public String description() {
        return description;
    }
}
