package dev.varve.analytics.enrich;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Well-known sources from the table {@code sources.txt}: a name, its kind, and its hosts and words. {@code google.*} is
 * google under every country domain.
 */
final class Sources {

    private static final Pattern LINE = Pattern.compile("([^=]+) = (\\w+): (.+)");

    /** The domains between a name and its country, as in {@code google.co.uk}. */
    private static final Set<String> SECOND_LEVELS = Set.of("co", "com", "org", "net");

    private static final Sources BUNDLED = read("sources.txt");

    private final Map<String, Source> sources;

    private Sources(Map<String, Source> sources) {
        this.sources = Map.copyOf(sources);
    }

    static Sources bundled() {
        return BUNDLED;
    }

    /** Returns the source of a session, or null if unknown. The campaign takes precedence over the referrer. */
    @Nullable
    Source of(Campaign campaign, @Nullable Referrer referrer) {
        String declared = campaign.sourceOrRef();
        if (declared != null) {
            return named(declared);
        }
        if (referrer != null) {
            return ofHost(referrer.host(), referrer.host());
        }
        return campaign.paidBy() == null ? null : named(campaign.paidBy());
    }

    private Source named(String text) {
        String word = Campaign.lower(text);
        Source known = sources.get(word);
        return known == null ? ofHost(word.startsWith("www.") ? word.substring(4) : word, text) : known;
    }

    private Source ofHost(String host, String otherwise) {
        for (String name = host; !name.isEmpty(); name = parent(name)) {
            Source known = sources.get(name);
            if (known == null && isBelowCountry(parent(name))) {
                known = sources.get(name.substring(0, name.indexOf('.')) + ".*");
            }
            if (known != null && name.indexOf('.') > 0) {
                return known;
            }
        }
        return new Source(otherwise, null);
    }

    private static String parent(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }

    private static boolean isBelowCountry(String rest) {
        int dot = rest.indexOf('.');
        return dot < 0
                ? rest.length() == 2 || rest.equals("com")
                : SECOND_LEVELS.contains(rest.substring(0, dot)) && rest.length() == dot + 3;
    }

    private static Sources read(String resource) {
        InputStream stream = Objects.requireNonNull(Sources.class.getResourceAsStream(resource), resource);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            Map<String, Source> sources = new HashMap<>();
            for (String line : lines.lines().toList()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    add(sources, line);
                }
            }
            return new Sources(sources);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void add(Map<String, Source> sources, String line) {
        var found = LINE.matcher(line);
        if (!found.matches()) {
            throw new AssertionError("line of sources.txt: " + line);
        }
        Source source =
                new Source(found.group(1), SourceKind.valueOf(found.group(2).toUpperCase(Locale.ROOT)));
        for (String name : List.of(found.group(3).split(", "))) {
            if (sources.put(name, source) != null) {
                throw new AssertionError("sources.txt names " + name + " twice");
            }
        }
    }
}
