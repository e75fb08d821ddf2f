package dev.varve.server.api.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The engine and its tables.
 *
 * @param engine The engine, such as {@code rocksdb} or {@code dynamodb}.
 * @param tables The tables.
 */
public record TableList(String engine, List<TableJson> tables) {

    /**
     * A table.
     *
     * @param name The name.
     * @param items The number of items; null where it is not known.
     * @param bytes The size of the files of an embedded database; null where it is not known.
     * @param kinds The kinds of items that are declared.
     */
    public record TableJson(
            String name, @Nullable Long items, @Nullable Long bytes, List<KindJson> kinds) {

        public TableJson {
            kinds = List.copyOf(kinds);
        }
    }

    public TableList {
        tables = List.copyOf(tables);
    }
}
