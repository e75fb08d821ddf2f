package dev.varve.server.table;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.server.auth.Scope;
import dev.varve.server.http.ApiRequest;
import dev.varve.server.http.Explained;
import dev.varve.server.http.NotFound;
import dev.varve.server.http.Route;
import dev.varve.server.http.TabularAnswer;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The tables as they are: their partitions, and the items in them with their keys taken apart. */
public final class TableApi {

    private static final int MOST_PARTITIONS = 500;
    private static final int MOST_ITEMS = 500;
    private static final int USUAL = 50;

    private final Storage storage;
    private final Map<String, Seen> tables = new LinkedHashMap<>();

    /** A table and what is in it. */
    private record Seen(BlockingTable table, ItemKinds kinds) {

        TableSchema schema() {
            return table.schema();
        }
    }

    /** Who looks. */
    private enum Viewer {
        ANYONE,
        ADMIN;

        /** Where nobody needs a token everybody may do everything. */
        static Viewer of(ApiRequest ask) {
            return ask.token().map(token -> token.allows(Scope.ADMIN)).orElse(true) ? ADMIN : ANYONE;
        }
    }

    public TableApi(Varve db, Storage storage) {
        this.storage = storage;
        for (TableSchema table : db.schema().tables()) {
            tables.put(table.name(), new Seen(db.table(table.name()), new ItemKinds(db.schema(), table)));
        }
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/table", ask -> tables()),
                Route.get("/api/v1/table/{name}/partitions", this::partitions),
                Route.get("/api/v1/table/{name}/items", this::items));
    }

    private Object tables() {
        // The files of an embedded engine hold all tables together.
        OptionalLong bytes = tables.size() == 1 ? storage.bytes() : OptionalLong.empty();
        List<Map<String, @Nullable Object>> shown = new ArrayList<>();
        tables.forEach((name, seen) -> {
            Map<String, @Nullable Object> table = new LinkedHashMap<>();
            table.put("name", name);
            table.put("items", null);
            table.put("bytes", bytes.isPresent() ? bytes.getAsLong() : null);
            table.put(
                    "kinds",
                    seen.kinds().declared().stream().map(TableApi::shown).toList());
            shown.add(table);
        });
        return Map.of("engine", storage.engine(), "tables", shown);
    }

    private static Map<String, @Nullable Object> shown(ItemKind kind) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        shown.put("kind", kind.name());
        shown.put("declaration", kind.declaration());
        shown.put("partition", kind.partition());
        shown.put("sort", kind.sort());
        shown.put("keepSeconds", kind.keepSeconds());
        shown.put("source", kind.source());
        return shown;
    }

    private Object partitions(ApiRequest ask) {
        Seen seen = seen(ask);
        Partitions.Listing found = new Partitions(seen.table(), storage.order())
                .list(ask.text("prefix", ""), ask.count("limit", USUAL, MOST_PARTITIONS), token(ask));
        List<KindCounts.Counts> counts = new KindCounts(seen.table(), seen.kinds()).of(found.partitions());
        List<Map<String, ?>> shown = new ArrayList<>();
        for (int i = 0; i < counts.size(); i++) {
            Map<String, Object> partition = new LinkedHashMap<>();
            partition.put("partition", found.partitions().get(i));
            partition.put("kinds", counts.get(i).kinds());
            partition.put("more", counts.get(i).isMore());
            shown.add(partition);
        }
        return new TabularAnswer(page("partitions", shown, found.next()), List.of("partition"), shown);
    }

    private Object items(ApiRequest ask) {
        Seen seen = seen(ask);
        Viewer viewer = Viewer.of(ask);
        boolean isHidden = viewer == Viewer.ANYONE && ItemKind.isForAdmins(ask.required("partition"));
        Query query = isHidden ? whole(ask) : query(ask, seen.schema());
        if (ask.wantsExplanation()) {
            return Explained.of(seen.table().explain(query));
        }
        Page page = seen.table().query(query);
        List<Map<String, ?>> shown = new ArrayList<>();
        page.items().forEach(item -> shown.add(shown(item, seen, viewer)));
        PageToken next = isHidden ? null : page.next();
        return new TabularAnswer(
                page("items", shown, next), List.of("partition", "sort", "kind", "bytes", "ttl"), shown);
    }

    /** Asks for items whose keys are hidden: whoever could say where to begin, or is told where a page ended, knew one. */
    private static Query whole(ApiRequest ask) {
        if (ask.text("from").isPresent() || ask.text("page").isPresent()) {
            throw new Rejected(
                    "ask.hidden",
                    "the keys in %s are for the scope admin: leave from and page out"
                            .formatted(ask.required("partition")));
        }
        return Query.of(ask.required("partition")).limit(MOST_ITEMS);
    }

    private static Query query(ApiRequest ask, TableSchema schema) {
        Query query = Query.of(ask.required("partition"))
                .limit(ask.count("limit", USUAL, MOST_ITEMS))
                .resume(token(ask));
        boolean isDescending = ask.wantsDescending();
        if (ask.text("from").isPresent()) {
            Value from = sortKey(schema, ask.required("from"));
            query = isDescending ? query.upTo(from) : query.from(from);
        }
        return isDescending ? query.descending() : query;
    }

    private static Value sortKey(TableSchema schema, String text) {
        KeyAttribute sort = schema.key().sort();
        if (sort == null || sort.type() == ValueType.BYTES) {
            throw new Rejected("ask.from", "table %s has no sort key that a text could be".formatted(schema.name()));
        }
        return sort.type() == ValueType.NUMBER ? Num.parse(text) : Value.of(text);
    }

    private static Map<String, @Nullable Object> shown(Item item, Seen seen, Viewer viewer) {
        TableSchema schema = seen.schema();
        Key key = schema.keyOf(item);
        ItemKinds.Found found = seen.kinds().find(key).orElse(null);
        ItemKind kind = found == null ? null : found.kind();
        // The sort key of a token, and its parts, are what it holds, too.
        boolean isKeyHidden = kind != null && viewer == Viewer.ANYONE && kind.isForAdmins(item);
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        shown.put("partition", text(key.partition()));
        shown.put("sort", isKeyHidden ? Attributes.HIDDEN : key.sort() == null ? "" : text(key.sort()));
        shown.put("kind", kind == null ? null : kind.name());
        shown.put("declaration", kind == null ? null : kind.declaration());
        shown.put("parts", found == null || isKeyHidden ? Map.of() : found.parts());
        shown.put("bytes", item.size());
        shown.put("ttl", ttl(item, schema));
        shown.put("keepSeconds", kind == null ? null : kind.keepSeconds());
        shown.put("attributes", attributes(item, schema, isKeyHidden || kind != null && kind.isSecret(item)));
        return shown;
    }

    private static String text(Value value) {
        return value instanceof Value.Text text ? text.value() : value.toString();
    }

    private static @Nullable Long ttl(Item item, TableSchema schema) {
        return schema.ttlAttribute() != null
                        && item.value(schema.ttlAttribute()) instanceof Num number
                        && number.isLong()
                ? number.longValueExact()
                : null;
    }

    private static Map<String, @Nullable Object> attributes(Item item, TableSchema schema, boolean isHidden) {
        List<String> elsewhere = new ArrayList<>(schema.key().names());
        if (schema.ttlAttribute() != null) {
            elsewhere.add(schema.ttlAttribute());
        }
        return isHidden ? Attributes.hidden(item, elsewhere) : Attributes.of(item, elsewhere);
    }

    private Seen seen(ApiRequest ask) {
        Seen seen = tables.get(ask.path("name"));
        if (seen == null) {
            throw new NotFound("there is no table %s; there are %s".formatted(ask.path("name"), tables.keySet()));
        }
        return seen;
    }

    private static @Nullable PageToken token(ApiRequest ask) {
        return ask.text("page").map(PageToken::new).orElse(null);
    }

    private static Map<String, @Nullable Object> page(String name, List<?> rows, @Nullable PageToken next) {
        Map<String, @Nullable Object> page = new LinkedHashMap<>();
        page.put(name, rows);
        page.put("next", next == null ? null : next.text());
        return page;
    }
}
