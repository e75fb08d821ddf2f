package dev.varve.cli.show;

/** Colours texts, or leaves them plain if the output is not a terminal. */
public enum Paint {
    COLOURED,
    PLAIN;

    private static final String ESCAPE = "\u001b[";

    public String paint(Tone tone, String text) {
        return this == PLAIN || tone.code().isEmpty() || text.isEmpty()
                ? text
                : ESCAPE + tone.code() + "m" + text + ESCAPE + "0m";
    }
}
