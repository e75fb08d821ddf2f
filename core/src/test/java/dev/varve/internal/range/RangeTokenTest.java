package dev.varve.internal.range;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.engine.support.PagePosition;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RangeTokenTest {

    private static final Instant START = Instant.parse("2026-04-20T00:00:00Z");
    private static final SeriesLayout LAYOUT = Layout.series("at")
            .tick(Tick.SECONDS)
            .keys("secret-{id}#{at:hour}#{shard:4}", "{at}")
            .build();

    private final Table table = new MemoryEngine(() -> START)
            .open(TableSchema.named("readings").index("byOwner", "owner", "sk").build())
            .join();

    @BeforeEach
    void put() {
        for (int minute = 0; minute < 300; minute++) {
            var key = LAYOUT.write(Parts.of("id", "d"), START.plusSeconds(60L * minute));
            table.blocking().put(Item.of("pk", key.partition(), "sk", key.sort().toString(), "n", minute));
        }
    }

    private RangeQuery hours(int hours) {
        var plan = LAYOUT.plan(Parts.of("id", "d"), TimeRange.of(START, START.plus(Duration.ofHours(hours))));
        return RangeQuery.of(table, RangeSteps.of(plan), "d " + hours, 4);
    }

    private static PageToken tokenOf(RangeQuery range) {
        return Objects.requireNonNull(range.page(70, null).next());
    }

    private static void assertForeign(RangeQuery range, PageToken token) {
        assertThatThrownBy(() -> range.page(token))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("the page token does not belong to this ")
                .satisfies(error -> assertThat(((Rejected) error).code()).isEqualTo("page.token"));
    }

    @Test
    void aTokenOfAnotherRangeIsRejected() {
        PageToken token = tokenOf(hours(5));

        assertForeign(hours(4), token);
        assertForeign(hours(5).descending(), token);
        assertForeign(hours(5).where(attr("n").from(3)), token);
        assertForeign(hours(5).on("byOwner"), token);
    }

    @Test
    void anotherLimitConsistencyOrParallelismMayResume() {
        PageToken token = tokenOf(hours(5));

        assertThat(hours(5).consistent().limit(7).page(token).items())
                .extracting(item -> item.value("n"))
                .first()
                .hasToString("70");
    }

    @Test
    void anInvalidTokenIsRejected() {
        PageToken token = tokenOf(hours(5));
        Query query = Query.of("d");
        PageToken ofQuery = PagePosition.of(table.schema(), null, Item.of("pk", "d", "sk", "x"))
                .token(table.schema(), query);

        assertForeign(hours(5), new PageToken(""));
        assertForeign(hours(5), new PageToken("not base64!"));
        assertForeign(hours(5), new PageToken(token.text().substring(0, 20)));
        assertForeign(hours(5), new PageToken(token.text() + "AAAA"));
        assertForeign(hours(5), ofQuery);
    }

    @Test
    void aTokenThatNamesAnotherStepOrShardIsRejected() {
        byte[] bytes = Base64.getUrlDecoder().decode(tokenOf(hours(5)).text());
        int ordinalEnd = 2 + 2 + 8 - 1;
        for (int change : new int[] {ordinalEnd, ordinalEnd - 1, ordinalEnd - 7, ordinalEnd + 1, ordinalEnd + 2}) {
            byte[] forged = bytes.clone();
            forged[change] ^= 0x55;
            assertForeign(
                    hours(5),
                    new PageToken(Base64.getUrlEncoder().withoutPadding().encodeToString(forged)));
        }
    }

    @Test
    void aTokenIsShortAndContainsNoPartition() {
        String text = new String(Base64.getUrlDecoder().decode(tokenOf(hours(5)).text()), StandardCharsets.UTF_8);

        assertThat(text).doesNotContain("secret").hasSizeLessThan(60);
    }

    @Test
    void aTokenContainsTheNoteOfItsRange() {
        assertThat(RangeQuery.noteOf(tokenOf(hours(5).noting("as of noon")))).isEqualTo("as of noon");
        assertThat(RangeQuery.noteOf(tokenOf(hours(5)))).isEmpty();
    }

    @Test
    void aTokenOfARangeIsRejectedByAPlainQuery() {
        PageToken token = tokenOf(hours(5));

        assertThatThrownBy(() -> table.blocking().query(Query.of("d").resume(token)))
                .isInstanceOf(Rejected.class);
    }
}
