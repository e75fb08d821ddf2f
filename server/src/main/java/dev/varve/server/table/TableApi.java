package dev.varve.server.table;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.server.api.Explained;
import dev.varve.server.api.table.ItemJson;
import dev.varve.server.api.table.ItemPage;
import dev.varve.server.api.table.KindJson;
import dev.varve.server.api.table.PartitionPage;
import dev.varve.server.api.table.TableList;
import dev.varve.server.auth.Scope;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import dev.varve.table.BlockingTable;
import dev.varve.table.Get;
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

/** Routes that show tables: their partitions, and their items with parsed keys. */
public final class TableApi {

    private static final int MOST_PARTITIONS = 500;
    private static final int MOST_ITEMS = 500;
    private static final int DEFAULT = 50;
    private static final int MOST_EVENTS = 1_000;
    private static final int DEFAULT_EVENTS = 100;

    private final Storage storage;
    private final Map<String, Seen> tables = new LinkedHashMap<>();

    /** A table with its kinds of items. */
    private record Seen(BlockingTable table, ItemKinds kinds) {

        TableSchema schema() {
            return table.schema();
        }
    }

    /** The caller's rights. */
    private enum Viewer {
        ANYONE,
        ADMIN;

        /** Without tokens everybody has all rights. */
        static Viewer of(ApiRequest request) {
            return request.token().map(token -> token.allows(Scope.ADMIN)).orElse(true) ? ADMIN : ANYONE;
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
                Route.get("/api/v1/table", request -> tables()).described(TableOperations.TABLES),
                Route.get("/api/v1/table/{name}/partitions", this::partitions).described(TableOperations.PARTITIONS),
                Route.get("/api/v1/table/{name}/items", this::items).described(TableOperations.ITEMS),
                Route.get("/api/v1/table/{name}/block", this::block).described(TableOperations.BLOCK));
    }

    private Object tables() {
        // The files of an embedded engine hold all its tables.
        OptionalLong bytes = tables.size() == 1 ? storage.bytes() : OptionalLong.empty();
        List<TableList.TableJson> shown = new ArrayList<>();
        tables.forEach((name, seen) -> shown.add(new TableList.TableJson(
                name,
                null,
                bytes.isPresent() ? bytes.getAsLong() : null,
                seen.kinds().declared().stream().map(TableApi::shown).toList())));
        return new TableList(storage.engine(), shown);
    }

    private static KindJson shown(ItemKind kind) {
        return new KindJson(
                kind.name(), kind.declaration(), kind.partition(), kind.sort(), kind.keepSeconds(), kind.source());
    }

    private Object partitions(ApiRequest request) {
        Seen seen = seen(request);
        Partitions.Listing found = new Partitions(seen.table(), storage.order())
                .list(request.text("prefix", ""), request.count("limit", DEFAULT, MOST_PARTITIONS), token(request));
        List<KindCounts.Counts> counts = new KindCounts(seen.table(), seen.kinds()).of(found.partitions());
        List<PartitionPage.PartitionJson> shown = new ArrayList<>();
        for (int i = 0; i < counts.size(); i++) {
            shown.add(new PartitionPage.PartitionJson(
                    found.partitions().get(i),
                    counts.get(i).kinds(),
                    counts.get(i).isMore()));
        }
        return TabularAnswer.of(new PartitionPage(shown, text(found.next())), shown, "partition");
    }

    private Object items(ApiRequest request) {
        Seen seen = seen(request);
        Viewer viewer = Viewer.of(request);
        boolean isHidden = viewer == Viewer.ANYONE && ItemKind.isForAdmins(request.required("partition"));
        Query query = isHidden ? whole(request) : query(request, seen.schema());
        if (request.wantsExplanation()) {
            return Explained.of(seen.table().explain(query));
        }
        Page page = seen.table().query(query);
        List<ItemJson> shown =
                page.items().stream().map(item -> shown(item, seen, viewer)).toList();
        PageToken next = isHidden ? null : page.next();
        return TabularAnswer.of(new ItemPage(shown, text(next)), shown, "partition", "sort", "kind", "bytes", "ttl");
    }

    /** Returns the query for items with hidden keys. A start key or a page token would reveal a key. */
    private static Query whole(ApiRequest request) {
        if (request.text("from").isPresent() || request.text("page").isPresent()) {
            throw new Rejected(
                    "ask.hidden",
                    "the keys in %s are for the scope admin: leave from and page out"
                            .formatted(request.required("partition")));
        }
        return Query.of(request.required("partition")).limit(MOST_ITEMS);
    }

    private static Query query(ApiRequest request, TableSchema schema) {
        Query query = Query.of(request.required("partition"))
                .limit(request.count("limit", DEFAULT, MOST_ITEMS))
                .resume(token(request));
        boolean isDescending = request.wantsDescending();
        if (request.text("from").isPresent()) {
            Value from = sortKey(schema, request.required("from"));
            query = isDescending ? query.upTo(from) : query.from(from);
        }
        return isDescending ? query.descending() : query;
    }

    private static Value sortKey(TableSchema schema, String text) {
        KeyAttribute sort = schema.key().sort();
        if (sort == null || sort.type() == ValueType.BYTES) {
            throw new Rejected(
                    "ask.from",
                    "table %s has no sort key of type text, so from cannot be used".formatted(schema.name()));
        }
        return sort.type() == ValueType.NUMBER ? Num.parse(text) : Value.of(text);
    }

    private static ItemJson shown(Item item, Seen seen, Viewer viewer) {
        TableSchema schema = seen.schema();
        Key key = schema.keyOf(item);
        ItemKinds.Found found = seen.kinds().find(key).orElse(null);
        ItemKind kind = found == null ? null : found.kind();
        // The sort key of a token, and its parts, are secret too.
        boolean isKeyHidden = kind != null && viewer == Viewer.ANYONE && kind.isForAdmins(item);
        return new ItemJson(
                text(key.partition()),
                isKeyHidden ? Attributes.HIDDEN : key.sort() == null ? "" : text(key.sort()),
                kind == null ? null : kind.name(),
                kind == null ? null : kind.declaration(),
                found == null || isKeyHidden ? Map.of() : found.parts(),
                item.size(),
                ttl(item, schema),
                kind == null ? null : kind.keepSeconds(),
                attributes(item, schema, isKeyHidden || kind != null && kind.isSecret(item)),
                kind == null || kind.blocks() == null ? null : BlockRows.summary(item));
    }

    private Object block(ApiRequest request) {
        Seen seen = seen(request);
        Key key = new Key(Value.of(request.required("partition")), sortKey(seen.schema(), request.required("sort")));
        ItemKind kind = seen.kinds().of(key);
        Item item = kind == null || kind.blocks() == null
                ? null
                : seen.table().get(Get.of(key)).item();
        if (kind == null || kind.blocks() == null || item == null) {
            throw new NotFound("there is no block with the key %s / %s"
                    .formatted(request.required("partition"), request.required("sort")));
        }
        return BlockRows.page(kind.blocks(), item, request, request.count("limit", DEFAULT_EVENTS, MOST_EVENTS));
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

    private Seen seen(ApiRequest request) {
        Seen seen = tables.get(request.path("name"));
        if (seen == null) {
            throw new NotFound("there is no table %s; there are %s".formatted(request.path("name"), tables.keySet()));
        }
        return seen;
    }

    private static @Nullable PageToken token(ApiRequest request) {
        return request.text("page").map(PageToken::new).orElse(null);
    }

    private static @Nullable String text(@Nullable PageToken next) {
        return next == null ? null : next.text();
    }
}
