package dev.varve.testkit.contract.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.TableSchema;
import dev.varve.table.WriteResult;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MutableClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The fixtures of all contracts: a new harness for each test, tables, and helpers for requests. */
public abstract class EngineContract {

    /** How often an index may catch up before the assertion fails. */
    private static final int INDEX_CHANCES = 200;

    private @Nullable EngineHarness harness;

    /** Returns a new harness; it is closed after the test. */
    protected abstract EngineHarness newHarness() throws Exception;

    @BeforeEach
    void openHarness() throws Exception {
        harness = newHarness();
    }

    @AfterEach
    void closeHarness() {
        if (harness != null) {
            harness.close();
        }
    }

    protected final EngineHarness harness() {
        return Objects.requireNonNull(harness, "no test is running");
    }

    protected final MutableClock clock() {
        return harness().clock();
    }

    /** Returns the epoch second that lies this many seconds after now on the test's clock. */
    protected final long ttl(long secondsFromNow) {
        return clock().instant().getEpochSecond() + secondsFromNow;
    }

    /** Starts the declaration of a table with a new name and the default keys {@code pk} and {@code sk}. */
    protected final TableSchema.Builder schema() {
        return TableSchema.named(harness().newTableName());
    }

    protected final BlockingTable open(TableSchema.Builder schema) {
        return open(schema.build());
    }

    protected final BlockingTable open(TableSchema schema) {
        return harness().engine().open(schema).join().blocking();
    }

    /** Opens a table with text keys {@code pk} and {@code sk}, TTL attribute {@code ttl} and no index. */
    protected final BlockingTable openPlain() {
        return open(schema());
    }

    /** Opens a plain table with index {@code gsi1} on {@code gsi1pk} and {@code gsi1sk} that holds all attributes. */
    protected final BlockingTable openIndexed() {
        return open(schema().index("gsi1", "gsi1pk", "gsi1sk"));
    }

    /** Returns an item of a plain table. */
    protected static Item item(String pk, String sk, Object... more) {
        Item.Builder item = Item.builder().put("pk", pk).put("sk", sk);
        for (int i = 0; i < more.length; i += 2) {
            item.put((String) more[i], more[i + 1]);
        }
        return item.build();
    }

    protected static Key key(String pk, String sk) {
        return Key.of(pk, sk);
    }

    protected static @Nullable Item read(BlockingTable table, Key key) {
        return table.get(Get.of(key).consistent()).item();
    }

    /** Returns everything in the table. */
    protected static List<Item> contents(BlockingTable table) {
        return table.stream(Scan.all().consistent()).toList();
    }

    /** Returns all pages of a query. */
    protected static List<Page> pages(BlockingTable table, Query query) {
        return pages(token -> table.query(query.resume(token)));
    }

    /** Returns all pages of a scan. */
    protected static List<Page> pages(BlockingTable table, Scan scan) {
        return pages(token -> table.scan(scan.resume(token)));
    }

    private static List<Page> pages(Function<@Nullable PageToken, Page> read) {
        List<Page> pages = new ArrayList<>();
        PageToken token = null;
        do {
            Page page = read.apply(token);
            pages.add(page);
            token = page.next();
        } while (token != null);
        return pages;
    }

    protected static List<Item> items(List<Page> pages) {
        return pages.stream().flatMap(page -> page.items().stream()).toList();
    }

    /** Returns the values of one text attribute, in order. */
    protected static List<String> texts(List<Item> items, String name) {
        return items.stream().map(item -> item.text(name)).toList();
    }

    /** Repeats an assertion about an index until it holds, because an index may lag behind its table. */
    protected final void eventually(Runnable assertion) {
        for (int chance = 0; chance < INDEX_CHANCES; chance++) {
            try {
                assertion.run();
                return;
            } catch (AssertionError e) {
                harness().letIndexesCatchUp();
            }
        }
        assertion.run();
    }

    /** Asserts that a call is rejected with this code and exactly this message. */
    protected static void assertRejected(String code, String message, ThrowingCallable call) {
        Rejected rejected = catchThrowableOfType(Rejected.class, call);
        assertThat(rejected).as("the rejection").isNotNull();
        assertThat(rejected.code()).isEqualTo(code);
        assertThat(rejected).hasMessage(message);
    }

    /** Asserts that a call is rejected with this code; the message depends on the engine. */
    protected static void assertRejected(String code, ThrowingCallable call) {
        Rejected rejected = catchThrowableOfType(Rejected.class, call);
        assertThat(rejected).as("the rejection").isNotNull();
        assertThat(rejected.code()).isEqualTo(code);
    }

    protected static WriteResult.Written assertWritten(WriteResult result) {
        assertThat(result).isInstanceOf(WriteResult.Written.class);
        return (WriteResult.Written) result;
    }

    /** Asserts that a condition failed on this item; null stands for no item. */
    protected static void assertConditionFailed(@Nullable Item existing, WriteResult result) {
        assertThat(result).isInstanceOf(WriteResult.ConditionFailed.class);
        assertThat(((WriteResult.ConditionFailed) result).existing()).isEqualTo(existing);
    }
}
