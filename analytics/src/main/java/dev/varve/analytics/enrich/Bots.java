package dev.varve.analytics.enrich;

import com.google.re2j.Pattern;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Recognises bots by the list of patterns that the module is built with. */
final class Bots {

    private static final String META = "\\^$.*+?()[]{}|";

    private final List<String> words;
    private final List<Pattern> patterns;

    private Bots(List<String> words, List<Pattern> patterns) {
        this.words = words;
        this.patterns = patterns;
    }

    /** Returns the bots of the bundled list, or none if the module was built without it. */
    static Bots bundled() {
        InputStream stream = Bots.class.getResourceAsStream("bots.txt");
        if (stream == null) {
            return of(List.of());
        }
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return of(lines.lines().filter(line -> !line.isEmpty()).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Bots of(List<String> listed) {
        List<String> words = new ArrayList<>();
        List<Pattern> patterns = new ArrayList<>();
        for (String pattern : listed) {
            // Nearly all patterns are plain words, and searching for a word is ten times as fast.
            word(pattern).ifPresentOrElse(words::add, () -> patterns.add(Pattern.compile(pattern)));
        }
        return new Bots(List.copyOf(words), List.copyOf(patterns));
    }

    boolean has(String userAgent) {
        return words.stream().anyMatch(userAgent::contains)
                || patterns.stream()
                        .anyMatch(pattern -> pattern.matcher(userAgent).find());
    }

    /** Returns the literal text of a pattern without metacharacters; empty for other patterns. */
    private static Optional<String> word(String pattern) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char next = pattern.charAt(i);
            if (next == '\\' && i + 1 < pattern.length() && !Character.isLetterOrDigit(pattern.charAt(i + 1))) {
                i++;
                word.append(pattern.charAt(i));
            } else if (META.indexOf(next) >= 0) {
                return Optional.empty();
            } else {
                word.append(next);
            }
        }
        return Optional.of(word.toString());
    }
}
