package dev.varve.cli.show;

/** The meaning of a piece of text, shown as a colour. */
public enum Tone {
    PLAIN(""),
    STRONG("1"),
    FAINT("2"),
    GOOD("32"),
    WARNING("33"),
    BAD("31"),
    WORST("1;31"),
    ACCENT("36"),
    BAND("38;5;24");

    private final String code;

    Tone(String code) {
        this.code = code;
    }

    String code() {
        return code;
    }

    /** Returns the tone of a severity. */
    public static Tone ofSeverity(String severity) {
        return switch (severity) {
            case "critical" -> WORST;
            case "high" -> BAD;
            case "medium" -> WARNING;
            default -> PLAIN;
        };
    }
}
