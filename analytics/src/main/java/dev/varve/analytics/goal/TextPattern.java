package dev.varve.analytics.goal;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.varve.error.Rejected;
import java.util.Locale;
import java.util.function.Predicate;

/** A pattern of paths or names. Matching takes linear time in the length of the text. */
public final class TextPattern {

    static final int MAX_LENGTH = 500;

    /** How the pattern is interpreted. */
    public enum Kind {
        /** Matches the same text. */
        EXACT,
        /** Matches texts that start with the pattern. */
        PREFIX,
        /** Matches texts that contain the pattern. */
        CONTAINS,
        /** One star matches any part of a path segment, two stars any part of the path: {@code /blog/*}. */
        STARS,
        /** A regular expression in RE2 syntax that matches anywhere; anchor it to match the whole text. */
        REGEX
    }

    private final Kind kind;
    private final String text;
    private final Predicate<String> test;

    private TextPattern(Kind kind, String text, Predicate<String> test) {
        this.kind = kind;
        this.text = text;
        this.test = test;
    }

    public static TextPattern of(Kind kind, String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            throw new Rejected(
                    "stats.pattern",
                    "a pattern has %s characters; it must have from 1 to %s".formatted(text.length(), MAX_LENGTH));
        }
        return switch (kind) {
            case EXACT -> new TextPattern(kind, text, text::equals);
            case PREFIX -> new TextPattern(kind, text, path -> path.startsWith(text));
            case CONTAINS -> new TextPattern(kind, text, path -> path.contains(text));
            case STARS -> {
                Pattern pattern = compile(text, regexOf(text));
                yield new TextPattern(kind, text, pattern::matches);
            }
            case REGEX -> {
                Pattern pattern = compile(text, text);
                yield new TextPattern(kind, text, path -> pattern.matcher(path).find());
            }
        };
    }

    /** Returns a pattern with stars if the text contains any, otherwise an exact one. */
    public static TextPattern of(String text) {
        return of(text.contains("*") ? Kind.STARS : Kind.EXACT, text);
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the text of the pattern. */
    public String text() {
        return text;
    }

    public boolean takes(String found) {
        return test.test(found);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TextPattern that && kind == that.kind && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + text.hashCode();
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + " " + text;
    }

    private static Pattern compile(String text, String regex) {
        try {
            return Pattern.compile(regex, Pattern.DOTALL);
        } catch (PatternSyntaxException bad) {
            throw new Rejected(
                    "stats.pattern",
                    "%s is not a valid regular expression: %s. Use RE2 syntax, which has no look-around and no"
                                    .formatted(text, bad.getMessage())
                            + " backreferences",
                    bad);
        }
    }

    private static String regexOf(String stars) {
        StringBuilder regex = new StringBuilder();
        int at = 0;
        while (at < stars.length()) {
            int star = stars.indexOf('*', at);
            int end = star < 0 ? stars.length() : star;
            regex.append(Pattern.quote(stars.substring(at, end)));
            at = end;
            if (star >= 0) {
                boolean two = stars.startsWith("**", star);
                regex.append(two ? ".*" : "[^/]*");
                at += two ? 2 : 1;
            }
        }
        return regex.toString();
    }
}
