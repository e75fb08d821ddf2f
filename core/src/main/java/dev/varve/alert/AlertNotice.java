package dev.varve.alert;

/** What people are told: an alert, and what happened to it. */
public record AlertNotice(Event event, Alert alert) {

    /** What happened to the alert. */
    public enum Event {
        OPENED,
        RESOLVED
    }

    /** Returns what tells this notice from all others: one that is given again has the same. */
    public String id() {
        return alert.alertId() + (event == Event.OPENED ? "-opened" : "-resolved");
    }
}
