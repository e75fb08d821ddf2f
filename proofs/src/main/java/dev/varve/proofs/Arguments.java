package dev.varve.proofs;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The arguments of a proof: {@code --name number}, {@code --name word} for a choice, or only {@code --name}. */
public final class Arguments {

    /** Thrown for invalid arguments. */
    static final class WrongArguments extends RuntimeException {

        private static final long serialVersionUID = 1L;

        WrongArguments(String message) {
            super(message);
        }
    }

    private final Map<String, String> values;

    private Arguments(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Parses the arguments; rejects unknown names, and values that are not positive numbers.
     *
     * @param known the names; a name with choices, such as {@code engine=memory|rocksdb}, takes one of these words as
     *     its value; one without choices, such as {@code packed=}, has no value
     */
    public static Arguments of(String[] args, String... known) {
        Map<String, String> patterns = new LinkedHashMap<>();
        for (String each : known) {
            String[] choices = each.split("=", 2);
            patterns.put(choices[0], choices.length == 1 ? "[1-9][0-9]{0,8}" : choices[1]);
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < args.length; i += 2) {
            String name = args[i].startsWith("--") ? args[i].substring(2) : "";
            String pattern = patterns.get(name);
            if (pattern != null && pattern.isEmpty()) {
                values.put(name, "");
                i--;
                continue;
            }
            if (pattern == null || i + 1 == args.length || !args[i + 1].matches(pattern)) {
                throw new WrongArguments("'%s' is not a valid argument: use --%s, each with a number"
                        .formatted(args[i], String.join(", --", known)));
            }
            values.put(name, args[i + 1]);
        }
        return new Arguments(values);
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    public int number(String name, int otherwise) {
        String value = values.get(name);
        return value == null ? otherwise : Integer.parseInt(value);
    }

    public String word(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }
}
