package dev.varve.proofs.fuzz;

import dev.varve.testkit.random.Draw;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes JSON with random but valid formatting. */
final class JsonWriter {

    private final Draw draw;

    JsonWriter(Draw draw) {
        this.draw = draw;
    }

    /** Writes a map, a list, a text, a number, a boolean or, for an empty optional, null. */
    String of(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<String> pairs = map.entrySet().stream()
                    .map(entry -> text(String.valueOf(entry.getKey())) + blank() + ":" + blank() + of(entry.getValue()))
                    .toList();
            return "{" + blank() + String.join("," + blank(), pairs) + "}";
        }
        if (value instanceof List<?> list) {
            return "[" + blank()
                    + String.join(blank() + ",", list.stream().map(this::of).toList()) + "]";
        }
        if (value instanceof Optional<?> nothing && nothing.isEmpty()) {
            return "null";
        }
        return value instanceof String text ? text(text) : String.valueOf(value);
    }

    private String blank() {
        return draw.chance(90) ? "" : draw.oneOf(" ", "\t", "  ");
    }

    private String text(String text) {
        var written = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c) || draw.chance(3)) {
                written.append("\\u%04x".formatted((int) c));
            } else {
                written.append(c);
            }
        }
        return written.append('"').toString();
    }
}
