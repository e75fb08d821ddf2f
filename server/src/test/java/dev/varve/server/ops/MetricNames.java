package dev.varve.server.ops;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules of {@code promtool check metrics} about names, on a text in Prometheus' format. */
public final class MetricNames {

    private static final Pattern HEADER = Pattern.compile("# (HELP|TYPE) (\\S+) ?(.*)");
    private static final Pattern SAMPLE = Pattern.compile("([^\\s{]+)(\\{.*})? \\S+");
    private static final Pattern LABEL = Pattern.compile("([A-Za-z_:][A-Za-z0-9_:]*)=\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern SNAKE_CASE = Pattern.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*");

    private static final Set<String> ABBREVIATIONS =
            Set.of("s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d");

    private static final Pattern OTHER_UNIT = Pattern.compile("(milli|micro|nano|kilo|mega|giga|tera|kibi|mebi|gibi)"
            + "(seconds|bytes)|minutes|hours|days|weeks|bits|percent|percentage");

    private static final Set<String> TYPES = Set.of("counter", "gauge", "histogram", "summary", "untyped");

    private MetricNames() {}

    /** Returns the problems that the tool would report, one line each. */
    public static List<String> problems(String exposition) {
        Map<String, String> types = new LinkedHashMap<>();
        Map<String, String> helps = new LinkedHashMap<>();
        List<String> found = new ArrayList<>();
        for (String line : exposition.lines().toList()) {
            Matcher header = HEADER.matcher(line);
            Matcher sample = SAMPLE.matcher(line);
            if (header.matches()) {
                Map<String, String> seen = header.group(1).equals("TYPE") ? types : helps;
                if (seen.put(header.group(2), header.group(3)) != null) {
                    found.add(header.group(2) + " is declared twice");
                }
            } else if (sample.matches()) {
                sample(sample.group(1), sample.group(2), types, found);
            } else if (!line.isEmpty() && !line.equals("# EOF")) {
                found.add("line is not understood: " + line);
            }
        }
        types.forEach((name, type) -> {
            if (helps.getOrDefault(name, "").isBlank()) {
                found.add(name + " has no help text");
            }
            name(name, type, found);
        });
        return found;
    }

    private static void name(String name, String type, List<String> found) {
        if (!SNAKE_CASE.matcher(name).matches()) {
            found.add(name + " is not in snake_case");
        }
        if (type.equals("counter") != name.endsWith("_total")) {
            found.add(name + " is a " + type + ": counters, and only they, end in _total");
        }
        boolean isDistribution = type.equals("histogram") || type.equals("summary");
        for (String suffix : List.of("_count", "_sum", "_bucket")) {
            if (!isDistribution && name.endsWith(suffix)) {
                found.add(name + " is a " + type + ": only histograms and summaries end in " + suffix);
            }
        }
        for (String word : name.split("_")) {
            if (ABBREVIATIONS.contains(word)) {
                found.add(name + " has the abbreviated unit " + word);
            }
            if (OTHER_UNIT.matcher(word).matches()) {
                found.add(name + " has the unit " + word + ": use seconds, bytes or ratio");
            }
            if (TYPES.contains(word)) {
                found.add(name + " has its type in its name");
            }
        }
    }

    private static void sample(String name, String labels, Map<String, String> types, List<String> found) {
        String family = types.containsKey(name) ? name : name.replaceFirst("_(count|sum|bucket)$", "");
        String type = types.get(family);
        if (type == null) {
            found.add(name + " has no type");
            return;
        }
        Matcher label = LABEL.matcher(labels == null ? "" : labels);
        while (label.find()) {
            String of = label.group(1);
            if (!SNAKE_CASE.matcher(of).matches()) {
                found.add("label " + of + " of " + name + " is not in snake_case");
            }
            if (of.equals("le") && !type.equals("histogram") || of.equals("quantile") && !type.equals("summary")) {
                found.add("label " + of + " of " + name + " is reserved");
            }
        }
    }
}
