package dev.varve.error;

/** An event is older than its series accepts or keeps; the code says which. */
public final class EventTooOld extends Rejected {

    private static final long serialVersionUID = 1L;

    public EventTooOld(String code, String message) {
        super(code, message);
    }
}
