package dev.varve.proofs.fuzz;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.History;
import dev.varve.series.HistoryPage;
import dev.varve.series.Series;
import dev.varve.table.BlockingTable;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.TableSchema;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fuzzes page tokens: a valid token resumes after its page, a damaged one never shows items outside its list. */
final class PageTarget implements FuzzTarget {

    private static final int ITEMS = 30;

    /** An event. */
    record Reading(String deviceId, Instant at, double value) {}

    private static final Series<Reading> READINGS = Series.of(Reading.class)
            .named("readings")
            .partition("DEVICE#{deviceId}#{at:month}#{shard:4}")
            .sort("READING#{at}")
            .keep(Duration.ofDays(400))
            .build();

    /** A part of a list, and the token of the next part. */
    private record Part(List<?> items, @Nullable PageToken next) {}

    /** Reads this many items of a list after a token. */
    private interface Paged {
        Part page(int limit, @Nullable PageToken from);
    }

    private final List<Paged> lists;

    PageTarget() {
        MutableClock clock = new MutableClock();
        MemoryEngine engine = new MemoryEngine(clock);
        var readings = Varve.on(engine).clock(clock).open("readings", READINGS).series(READINGS);
        TableSchema schema =
                TableSchema.named("pages").index("gsi1", "gsi1pk", "gsi1sk").build();
        BlockingTable table = BlockingTable.await(engine.open(schema)).blocking();
        for (int i = 0; i < ITEMS; i++) {
            for (String partition : List.of("a", "b")) {
                table.put(Put.of(Item.of(
                        "pk",
                        partition,
                        "sk",
                        "s" + i % 10 + "#" + i,
                        "gsi1pk",
                        "g" + partition,
                        "gsi1sk",
                        i / 3 + "")));
                readings.append(new Reading(partition, clock.instant().minus(Duration.ofDays(2L * i)), i));
            }
        }
        History<Reading> history = readings.history("a");
        Instant now = clock.instant();
        this.lists = List.of(
                of(table, Query.of("a")),
                of(table, Query.of("a").descending().beginsWith("s1")),
                of(table, Query.of("ga").on("gsi1")),
                (limit, from) -> part(table.scan(Scan.all().limit(limit).resume(from))),
                (limit, from) ->
                        part(table.scan(Scan.all().on("gsi1").limit(limit).resume(from))),
                of(history.between(now.minus(Duration.ofDays(50)), now)),
                of(history.last(Duration.ofDays(50)).newestFirst()));
    }

    private static Paged of(BlockingTable table, Query query) {
        return (limit, from) -> part(table.query(query.limit(limit).resume(from)));
    }

    private static Paged of(History<Reading> history) {
        return (limit, from) -> {
            HistoryPage<Reading> page = history.limit(limit).page(from);
            return new Part(page.events(), page.next());
        };
    }

    private static Part part(Page page) {
        return new Part(page.items(), page.next());
    }

    @Override
    public String name() {
        return "page";
    }

    @Override
    public Trial<?> draw(Draw draw) {
        Paged list = draw.oneOf(lists);
        List<?> all = list.page(2 * ITEMS, null).items();
        int count = draw.between(1, all.size() - 1);
        String token = Objects.requireNonNull(list.page(count, null).next()).text();
        Set<Object> known = new HashSet<>(all);
        return draw.chance(70)
                ? new Trial<>(token, text -> rest(list, known, text), all.subList(count, all.size()))
                : new Trial<>(spoiledInside(draw, token), text -> isHarmless(list, known, text), true);
    }

    private static List<?> rest(Paged list, Set<Object> known, String token) {
        List<?> rest = list.page(2 * ITEMS, new PageToken(token)).items();
        if (!known.containsAll(rest)) {
            throw new IllegalStateException("a token returns items outside its list: " + rest);
        }
        return rest;
    }

    private static boolean isHarmless(Paged list, Set<Object> known, String token) {
        try {
            rest(list, known, token);
        } catch (Rejected refused) {
            // Expected; damaged bytes that still name a position in the list are fine too.
        }
        return true;
    }

    /** Damages the decoded bytes of a token, not its text. */
    private static String spoiledInside(Draw draw, String token) {
        byte[] bytes = Base64.getUrlDecoder().decode(token);
        for (int more = draw.between(1, 3); more > 0; more--) {
            bytes[draw.below(bytes.length)] =
                    draw.oneOf(0, 1, 127, 128, 255, draw.below(256)).byteValue();
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
