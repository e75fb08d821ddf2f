package dev.varve.server.table;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.ParsedKey;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.series.internal.packed.block.StoredBlocks;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A kind of items in a table.
 *
 * @param name the name of the kind, {@link #INTERNAL} for the library's own items
 * @param declaration the declaration, for people: {@code series readings}
 * @param layout the layout of the keys
 * @param keep how long the items are kept, or null for ever
 * @param source the kind they are computed from, or null if they are not computed
 * @param blocks reads the items of a packed series, or null if its items are not blocks
 */
record ItemKind(
        String name,
        String declaration,
        Layout layout,
        @Nullable Duration keep,
        @Nullable String source,
        @Nullable StoredBlocks blocks) {

    ItemKind(String name, String declaration, Layout layout, @Nullable Duration keep, @Nullable String source) {
        this(name, declaration, layout, keep, source, null);
    }

    static final String INTERNAL = "internal";

    /** With the salt of a day and a log of addresses, the visitors of that day could be identified. */
    private static final String SECRET_PARTITIONS = "SALT#";

    /** Channels hold passwords, signing secrets and addresses with tokens. */
    private static final String CHANNELS = "CHANNELS";

    /** Shared links hold the keys of their sessions, and hashes of passwords. */
    private static final String LINKS = "LINKS#";

    private static final String TOKENS = "TOKENS";

    boolean isInternal() {
        return name.equals(INTERNAL);
    }

    /** Returns whether the content of such an item is always hidden: a salt, a channel, a shared link, or a dead letter of one. */
    boolean isSecret(Item item) {
        return isOf(SECRET_PARTITIONS, item) || isOf(CHANNELS, item) || isOf(LINKS, item);
    }

    /** Returns whether only the scope admin may see the keys of a partition. */
    static boolean isForAdmins(String partition) {
        return partition.startsWith(TOKENS);
    }

    /** Returns whether only the scope admin may see the content of such an item: a token. */
    boolean isForAdmins(Item item) {
        return isOf(TOKENS, item);
    }

    private boolean isOf(String partitions, Item item) {
        return layout.partitions().stream().anyMatch(template -> template.startsWith(partitions))
                || isInternal()
                        && item.value("feed") instanceof Value.MapOf deadLetter
                        && deadLetter.values().get("partition") instanceof Value.Text partition
                        && partition.value().startsWith(partitions);
    }

    /** Returns the partition key template; that of the newest epoch if it changed. */
    String partition() {
        return newest(layout.partitions());
    }

    /** Returns the sort key template; empty if there is none. */
    String sort() {
        return layout.sorts().isEmpty() ? "" : newest(layout.sorts());
    }

    private static String newest(List<String> templates) {
        return templates.get(templates.size() - 1);
    }

    @Nullable
    Long keepSeconds() {
        return keep == null ? null : keep.toSeconds();
    }

    /** Returns whether a partition may hold such items. */
    boolean mayBeIn(String partition) {
        return layout.partitions().stream().anyMatch(template -> partition.startsWith(words(template)));
    }

    /** Returns the prefix of the sort keys. */
    List<String> sortWords() {
        return layout.sorts().stream().map(ItemKind::words).distinct().toList();
    }

    private static String words(String template) {
        int brace = template.indexOf('{');
        return brace < 0 ? template : template.substring(0, brace);
    }

    /** Returns the parts of a key by name, or empty for a key of another kind. The clock of a block is its start. */
    Optional<Map<String, String>> parts(LayoutKey key) {
        if (!mayBeIn(key.partition())) {
            return Optional.empty();
        }
        if (blocks != null && layout instanceof SeriesLayout series) {
            return blocks.place(LayoutKeys.key(key)).map(place -> {
                Map<String, String> shown = parts(place.identity());
                shown.put(series.clock(), place.start().toString());
                return shown;
            });
        }
        try {
            if (layout instanceof SeriesLayout series) {
                return series.match(key).map(parsed -> parts(series, parsed));
            }
            return Optional.of(parts(((EntityLayout) layout).parse(key)));
        } catch (Rejected e) {
            // These templates do not write this key, so it is of another kind.
            return Optional.empty();
        }
    }

    private static Map<String, String> parts(SeriesLayout layout, ParsedKey parsed) {
        Map<String, String> shown = parts(parsed.parts());
        shown.put(layout.clock(), parsed.clock().toString());
        return shown;
    }

    private static Map<String, String> parts(Parts parts) {
        Map<String, String> shown = new LinkedHashMap<>();
        parts.names().forEach(name -> shown.put(name, parts.show(name)));
        return shown;
    }
}
