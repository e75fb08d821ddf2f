package dev.varve.server.table;

import dev.varve.engine.support.PagePosition;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Scan;
import dev.varve.table.TableSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists the partitions of a table without reading their content: a scan reads a few items, and continues after the
 * partition of the last one. So one request finds many small partitions, or skips one large partition.
 */
final class Partitions {

    private static final int ITEMS_AT_ONCE = 32;

    /** The longest search for one page, on engines that return partitions in no order. */
    private static final int MOST_REQUESTS = 400;

    /** The last character of Unicode; no key begins with it. */
    private static final String LAST_TEXT = "\uDBFF\uDFFF".repeat(4);

    private static final BigDecimal LAST_NUMBER = new BigDecimal("9.9999999999999999999999999999999999999E125");
    private static final int SORT_KEY_BYTES = 1024;

    /** A page of partitions, and the token of the next page; null at the end. */
    record Listing(List<String> partitions, @Nullable PageToken next) {}

    private final BlockingTable table;
    private final boolean isOrdered;
    private final Scan scan;

    Partitions(BlockingTable table, Storage.Order order) {
        this.table = table;
        this.isOrdered =
                order == Storage.Order.BY_PARTITION && table.schema().key().sort() != null;
        this.scan = Scan.all()
                .limit(ITEMS_AT_ONCE)
                .select(table.schema().key().names().toArray(String[]::new));
    }

    /** Returns partitions with a prefix, up to a limit. A page may hold fewer or none and still not be the last. */
    Listing list(String prefix, int limit, @Nullable PageToken from) {
        List<String> found = new ArrayList<>();
        String last = null;
        PageToken at = from == null ? beginning(prefix) : from;
        for (int i = 0; i < MOST_REQUESTS; i++) {
            Page page = table.scan(scan.resume(at));
            for (Item item : page.items()) {
                String partition = item.text(schema().key().partition().name());
                if (partition.equals(last)) {
                    continue;
                }
                last = partition;
                if (partition.startsWith(prefix)) {
                    if (found.size() == limit) {
                        return new Listing(found, behind(found.get(limit - 1)));
                    }
                    found.add(partition);
                } else if (isOrdered && Value.of(partition).compareTo(Value.of(prefix)) > 0) {
                    return new Listing(found, null);
                }
            }
            if (page.next() == null) {
                return new Listing(found, null);
            }
            at = last == null ? page.next() : behind(last);
        }
        return new Listing(found, at);
    }

    private TableSchema schema() {
        return table.schema();
    }

    private @Nullable PageToken beginning(String prefix) {
        return isOrdered && !prefix.isEmpty()
                ? at(new Key(Value.of(prefix), sort("\0", LAST_NUMBER.negate(), 0)))
                : null;
    }

    private PageToken behind(String partition) {
        return at(new Key(Value.of(partition), sort(LAST_TEXT, LAST_NUMBER, SORT_KEY_BYTES)));
    }

    private PageToken at(Key key) {
        return new PagePosition(key, key).token(schema(), scan);
    }

    private @Nullable Value sort(String text, BigDecimal number, int bytes) {
        KeyAttribute sort = schema().key().sort();
        if (sort == null) {
            return null;
        }
        return switch (sort.type()) {
            case NUMBER -> Num.of(number);
            case BYTES -> {
                byte[] content = new byte[Math.max(bytes, 1)];
                Arrays.fill(content, (byte) (bytes == 0 ? 0 : 0xFF));
                yield Bytes.wrap(content);
            }
            default -> Value.of(text);
        };
    }
}
