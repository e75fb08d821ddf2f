package dev.varve.alert;

/** A message about an alert and what happened to it. */
public record AlertNotice(Event event, Alert alert) {

    /** What happened to the alert. */
    public enum Event {
        OPENED,
        RESOLVED
    }

    /** Returns a unique id of this notice; a repeated delivery has the same id. */
    public String id() {
        return alert.alertId() + (event == Event.OPENED ? "-opened" : "-resolved");
    }
}
