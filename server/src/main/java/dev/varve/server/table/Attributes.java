package dev.varve.server.table;

import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Turns the attributes of an item into plain JSON; long values are cut and marked. */
final class Attributes {

    static final String HIDDEN = "(hidden)";

    private static final int MOST_TEXT = 1_000;
    private static final int MOST_BYTES = 48;
    private static final int MOST_ELEMENTS = 100;

    /** The largest number of characters shown of one item. An item may have 400 KB, and a page hundreds of items. */
    private static final int MOST_OF_AN_ITEM = 16_000;

    private int room = MOST_OF_AN_ITEM;

    private Attributes() {}

    /** Returns the attributes of an item except these. */
    static Map<String, @Nullable Object> of(Item item, Collection<String> without) {
        return shown(item, name -> !without.contains(name), false);
    }

    /** Returns the names of the attributes of an item except these, without their values. */
    static Map<String, @Nullable Object> hidden(Item item, Collection<String> without) {
        return shown(item, name -> !without.contains(name), true);
    }

    private static Map<String, @Nullable Object> shown(Item item, Predicate<String> isShown, boolean isSecret) {
        var attributes = new Attributes();
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        item.forEach((name, value) -> {
            if (isShown.test(name)) {
                shown.put(name, isSecret ? HIDDEN : attributes.plain(value));
            }
        });
        return shown;
    }

    /** Returns a text, number or boolean; a long text is cut. */
    static Object scalar(Value value) {
        return Objects.requireNonNull(new Attributes().plain(value));
    }

    private @Nullable Object plain(Value value) {
        room -= 8;
        if (value instanceof Value.Text text) {
            return cut(text.value());
        } else if (value instanceof Num number) {
            return number.value();
        } else if (value instanceof Value.Bool bool) {
            return bool.value();
        } else if (value instanceof Bytes bytes) {
            return cut(bytes);
        } else if (value instanceof Value.TextSet set) {
            return list(
                    set.values().stream().map(text -> (Value) Value.of(text)).toList());
        } else if (value instanceof Value.NumSet set) {
            return list(List.copyOf(set.values()));
        } else if (value instanceof Value.BytesSet set) {
            return list(List.copyOf(set.values()));
        } else if (value instanceof Value.ListOf list) {
            return list(list.values());
        } else if (value instanceof Value.MapOf map) {
            return map(map.values());
        }
        return null;
    }

    private String cut(String text) {
        int most = Math.min(MOST_TEXT, Math.max(0, room));
        room -= Math.min(text.length(), most);
        if (text.length() <= most) {
            return text;
        }
        // Never cut inside a surrogate pair.
        int end = most > 0 && Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + "… (" + text.length() + " characters)";
    }

    private String cut(Bytes bytes) {
        int most = Math.min(MOST_BYTES, Math.max(0, room));
        room -= Math.min(bytes.length(), most);
        byte[] first = new byte[Math.min(bytes.length(), most)];
        bytes.buffer().get(first);
        return Base64.getEncoder().encodeToString(first)
                + (bytes.length() > most ? "…" : "")
                + " ("
                + bytes.length()
                + " bytes)";
    }

    private List<@Nullable Object> list(List<? extends Value> values) {
        List<@Nullable Object> shown = new ArrayList<>();
        for (Value value : values) {
            if (shown.size() >= MOST_ELEMENTS || room <= 0) {
                shown.add(more(values.size() - shown.size()));
                break;
            }
            shown.add(plain(value));
        }
        return shown;
    }

    private Map<String, @Nullable Object> map(Map<String, Value> values) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        for (Map.Entry<String, Value> entry : values.entrySet()) {
            if (shown.size() >= MOST_ELEMENTS || room <= 0) {
                shown.put("…", more(values.size() - shown.size()));
                break;
            }
            room -= entry.getKey().length();
            shown.put(entry.getKey(), plain(entry.getValue()));
        }
        return shown;
    }

    private static String more(int count) {
        return "… (" + count + " more)";
    }
}
