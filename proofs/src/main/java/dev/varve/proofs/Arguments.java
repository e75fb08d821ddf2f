package dev.varve.proofs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The arguments of a proof: {@code --name number}. */
public final class Arguments {

    /** Arguments that are not understood. */
    static final class WrongArguments extends RuntimeException {

        private static final long serialVersionUID = 1L;

        WrongArguments(String message) {
            super(message);
        }
    }

    private final Map<String, Integer> numbers;

    private Arguments(Map<String, Integer> numbers) {
        this.numbers = numbers;
    }

    /** Reads the arguments; refuses any but the known names, and values that are no positive numbers. */
    public static Arguments of(String[] args, String... known) {
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < args.length; i += 2) {
            String name = args[i].startsWith("--") ? args[i].substring(2) : "";
            if (!List.of(known).contains(name) || i + 1 == args.length || !args[i + 1].matches("[1-9][0-9]{0,8}")) {
                throw new WrongArguments("'%s' is not understood: give --%s and a number each"
                        .formatted(args[i], String.join(", --", known)));
            }
            numbers.put(name, Integer.valueOf(args[i + 1]));
        }
        return new Arguments(numbers);
    }

    public boolean has(String name) {
        return numbers.containsKey(name);
    }

    public int number(String name, int otherwise) {
        return numbers.getOrDefault(name, otherwise);
    }
}
