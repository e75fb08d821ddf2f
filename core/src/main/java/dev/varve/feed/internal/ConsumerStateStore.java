package dev.varve.feed.internal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.error.Rejected;
import dev.varve.feed.DeadLetter;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.table.Condition;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.IndexSchema;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.Page;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Stores the state and the dead letters of a consumer. Every write has the term of the lease as its condition. */
public final class ConsumerStateStore {

    /** The prefix of the partitions that hold the items of consumers. */
    static final String PREFIX = "FEED#";

    private static final String FEED = "feed";
    private static final String DEAD_LETTER = "PARKED#";

    private final Table table;
    private final String partition;
    private final Key stateKey;

    public ConsumerStateStore(Table table, String consumer) {
        check(table.schema());
        // A checkpoint that a power failure loses only means that changes are delivered again.
        this.table = table.deferred();
        this.partition = PREFIX + consumer;
        this.stateKey = Key.of(partition, "POSITION");
    }

    private static void check(TableSchema schema) {
        KeyAttribute sort = schema.key().sort();
        if (schema.key().partition().type() != ValueType.TEXT || sort == null || sort.type() != ValueType.TEXT) {
            throw new Rejected(
                    "feed.state-table",
                    "table %s cannot keep a consumer's state: its key is %s, and a TEXT partition with a TEXT sort key is needed"
                            .formatted(schema.name(), schema.key()));
        }
        boolean taken = schema.key().contains(FEED) || FEED.equals(schema.ttlAttribute());
        for (IndexSchema index : schema.indexes()) {
            taken |= index.key().contains(FEED);
        }
        if (taken) {
            throw new Rejected(
                    "feed.state-table",
                    "table %s cannot keep a consumer's state: its attribute \"%s\" is a key or the TTL attribute"
                            .formatted(schema.name(), FEED));
        }
    }

    static boolean isState(Key key) {
        return key.partition() instanceof Value.Text text && text.value().startsWith(PREFIX);
    }

    CompletableFuture<Optional<ConsumerState>> read() {
        return table.get(Get.of(stateKey).consistent())
                .thenApply(found -> found.find().map(item -> ConsumerState.read(stateOf(item))));
    }

    /** Replaces the state if it has not changed since it was read; returns whether it was replaced. */
    CompletableFuture<Boolean> take(Optional<ConsumerState> before, ConsumerState after) {
        Condition unchanged = before.map(state -> attr(FEED)
                        .at(ConsumerState.LEASE_END)
                        .is(ConsumerState.clock(state.leaseEnd()))
                        .and(ofTerm(state.term())))
                .orElse(attr(FEED).absent());
        return table.put(put(after).when(unchanged)).thenApply(WriteResult::isWritten);
    }

    /** Writes the state if its term is still the newest; returns whether it was written. */
    CompletableFuture<Boolean> save(ConsumerState state) {
        return table.put(fenced(state)).thenApply(WriteResult::isWritten);
    }

    CompletableFuture<Boolean> renew(long term, Instant end) {
        return table.update(Update.of(stateKey)
                        .set(attr(FEED).at(ConsumerState.LEASE_END), ConsumerState.clock(end))
                        .when(ofTerm(term)))
                .thenApply(WriteResult::isWritten);
    }

    CompletableFuture<Boolean> forget(long term) {
        return table.delete(Delete.of(stateKey).when(ofTerm(term))).thenApply(WriteResult::isWritten);
    }

    CompletableFuture<Boolean> putDeadLetter(DeadLetter deadLetter, ConsumerState state) {
        return withState(Put.of(item(deadLetterKey(deadLetter.number()), DeadLetterItem.write(deadLetter))), state);
    }

    CompletableFuture<Boolean> removeDeadLetter(long number, ConsumerState state) {
        return withState(Delete.of(deadLetterKey(number)), state);
    }

    private CompletableFuture<Boolean> withState(Write write, ConsumerState state) {
        return table.transactWrite(TransactWrite.of(write, fenced(state))).thenApply(TransactResult::isCommitted);
    }

    /** Returns a page of the dead letters above this number. A page that is not the last may be short or empty. */
    public CompletableFuture<Page> deadLetters(long after, int most) {
        return table.query(Query.of(partition)
                .between(deadLetterSort(after + 1), deadLetterSort(Long.MAX_VALUE))
                .limit(most)
                .consistent());
    }

    public CompletableFuture<Optional<DeadLetter>> deadLetter(long number) {
        return table.get(Get.of(deadLetterKey(number)).consistent())
                .thenApply(found -> found.find().map(this::deadLetter));
    }

    public DeadLetter deadLetter(Item item) {
        return DeadLetterItem.read(number(item), stateOf(item));
    }

    Map<String, Value> parts(Item item) {
        return stateOf(item).values();
    }

    long number(Item item) {
        KeyAttribute sort = Objects.requireNonNull(table.schema().key().sort());
        return Long.parseLong(item.text(sort.name()).substring(DEAD_LETTER.length()));
    }

    private Put fenced(ConsumerState state) {
        return put(state).when(ofTerm(state.term()));
    }

    private Put put(ConsumerState state) {
        return Put.of(item(stateKey, state.write()));
    }

    private Item item(Key key, Value.MapOf content) {
        return table.schema().keyed(key, Item.empty().with(FEED, content));
    }

    private static Condition ofTerm(long term) {
        return attr(FEED).at(ConsumerState.TERM).is(term);
    }

    private Key deadLetterKey(long number) {
        return Key.of(partition, deadLetterSort(number));
    }

    /** Returns a sort key that sorts by its number. */
    private static String deadLetterSort(long number) {
        String digits = Long.toString(number);
        return DEAD_LETTER + "0".repeat(19 - digits.length()) + digits;
    }

    private static Value.MapOf stateOf(Item item) {
        if (item.value(FEED) instanceof Value.MapOf map) {
            return map;
        }
        throw new Rejected("feed.state", "item %s is not part of a consumer's state".formatted(item));
    }
}
