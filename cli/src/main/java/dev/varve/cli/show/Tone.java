package dev.varve.cli.show;

/** What a piece of text means, for those who see colours. */
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

    /** Returns how a severity of an alert looks. */
    public static Tone ofSeverity(String severity) {
        return switch (severity) {
            case "critical" -> WORST;
            case "high" -> BAD;
            case "medium" -> WARNING;
            default -> PLAIN;
        };
    }
}
