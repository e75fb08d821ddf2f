package dev.varve.engine.dynamodb.internal.table;

import dev.varve.engine.dynamodb.internal.call.RetrySafety;
import dev.varve.engine.dynamodb.internal.plan.PagePlans;
import dev.varve.engine.dynamodb.internal.plan.PageStep;
import dev.varve.engine.dynamodb.internal.read.Capacities;
import dev.varve.engine.dynamodb.internal.value.ItemConversion;
import dev.varve.engine.dynamodb.internal.value.ItemReader;
import dev.varve.engine.support.PagePosition;
import dev.varve.item.Item;
import dev.varve.table.Capacity;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.Select;
import dev.varve.table.TableSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads one page of a query or a scan, with as many requests as it takes to fill the page. */
final class PageRun {

    /** The common part of the responses to queries and scans. */
    private record Answer(
            List<Map<String, AttributeValue>> items,
            int count,
            int examined,
            Map<String, AttributeValue> last,
            Capacity capacity) {}

    private final TableSchema schema;
    private final ItemReader reader;
    private final @Nullable String index;
    private final Select select;
    private final Function<PageStep, CompletableFuture<Answer>> ask;
    private final Function<PagePosition, PageToken> token;

    private final ArrayList<Item> items = new ArrayList<>(0);
    private int found;
    private int examined;
    private Capacity capacity = Capacity.NONE;

    private PageRun(
            Context context,
            @Nullable String index,
            Select select,
            Function<PageStep, CompletableFuture<Answer>> ask,
            Function<PagePosition, PageToken> token) {
        this.schema = context.schema();
        this.reader = context.items();
        this.index = index;
        this.select = select;
        this.ask = ask;
        this.token = token;
    }

    static CompletableFuture<Page> query(Context context, Query query) {
        TableSchema schema = context.schema();
        Instant now = context.clock().instant();
        PagePosition resumed = PagePosition.resumed(schema, query);
        PageRun run = new PageRun(
                context,
                query.index(),
                query.select(),
                step -> context.calls()
                        .send(
                                PagePlans.query(schema, query, step, now, context.shapes()),
                                RetrySafety.READ,
                                DynamoDbAsyncClient::query,
                                response -> new Answer(
                                        response.items(),
                                        response.count(),
                                        response.scannedCount(),
                                        response.lastEvaluatedKey(),
                                        Capacities.ofRead(response.consumedCapacity()))),
                position -> position.token(schema, query));
        return run.go(run.first(query.limit(), resumed));
    }

    static CompletableFuture<Page> scan(Context context, Scan scan) {
        TableSchema schema = context.schema();
        Instant now = context.clock().instant();
        PagePosition resumed = PagePosition.resumed(schema, scan);
        PageRun run = new PageRun(
                context,
                scan.index(),
                scan.select(),
                step -> context.calls()
                        .send(
                                PagePlans.scan(schema, scan, step, now, context.shapes()),
                                RetrySafety.READ,
                                DynamoDbAsyncClient::scan,
                                response -> new Answer(
                                        response.items(),
                                        response.count(),
                                        response.scannedCount(),
                                        response.lastEvaluatedKey(),
                                        Capacities.ofRead(response.consumedCapacity()))),
                position -> position.token(schema, scan));
        return run.go(run.first(scan.limit(), resumed));
    }

    private PageStep first(int limit, @Nullable PagePosition resumed) {
        return PageStep.first(limit, resumed == null ? null : ItemConversion.position(schema, index, resumed));
    }

    private CompletableFuture<Page> go(PageStep step) {
        return ask.apply(step).thenCompose(answer -> {
            items.ensureCapacity(items.size() + answer.items().size());
            answer.items().forEach(item -> items.add(reader.read(item)));
            found += answer.count();
            examined += answer.examined();
            capacity = capacity.plus(answer.capacity());
            boolean done =
                    step.limit() == 0 || found >= step.limit() || answer.last().isEmpty();
            return done
                    ? CompletableFuture.completedFuture(page(step.limit(), answer))
                    : go(step.next(found, answer.last()));
        });
    }

    private Page page(int limit, Answer last) {
        boolean cut = limit > 0 && found > limit;
        int surplus = cut ? found - limit : 0;
        // All items of a surplus are known; of the others perhaps only the count.
        List<Item> kept = items.subList(0, Math.max(0, items.size() - surplus));
        Item end = cut ? kept.get(kept.size() - 1) : ItemConversion.readIfAny(last.last());
        return new Page(
                selected(kept),
                found - surplus,
                examined,
                end == null ? null : token.apply(PagePosition.of(schema, index, end)),
                capacity);
    }

    private List<Item> selected(List<Item> kept) {
        if (select == Select.all()) {
            return kept;
        }
        return select == Select.count()
                ? List.of()
                : kept.stream().map(select::of).toList();
    }
}
