package dev.varve.server.http.answer;

import dev.varve.server.api.BriefText;

/** Texts of clients as answers and log entries quote them. */
public final class Quoted {

    private static final int MAX_LENGTH = 200;

    private Quoted() {}

    /** Returns a text, shortened so that it can be quoted. */
    public static String of(String text) {
        return BriefText.of(text, MAX_LENGTH);
    }
}
