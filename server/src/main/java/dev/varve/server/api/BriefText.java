package dev.varve.server.api;

/** Shortens texts of clients, so that an error can quote them. */
public final class BriefText {

    private BriefText() {}

    /** Returns at most this many characters of a text; an ellipsis shows that some are missing. */
    public static String of(String text, int limit) {
        return text.length() <= limit ? text : text.substring(0, limit) + "…";
    }
}
