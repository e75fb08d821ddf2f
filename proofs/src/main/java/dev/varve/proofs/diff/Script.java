package dev.varve.proofs.diff;

import dev.varve.item.ValueType;
import dev.varve.table.IndexSchema;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Projection;
import dev.varve.table.Query;
import dev.varve.table.Request;
import dev.varve.table.Returning;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.RandomItems;
import dev.varve.testkit.random.RandomRequests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one seed. No step depends on a result, so any part of a script can be run alone.
 *
 * @param steps the steps by number; a step keeps its number when others are removed
 */
record Script(long seed, Map<Integer, ScriptStep> steps) {

    /** Tokens are reused only within this many steps, which take less time than the validity of a token. */
    private static final int TOKEN_BLOCK = 40;
    /** The longest advance of a step, in seconds: 40 such steps are less than ten minutes. */
    private static final int LONGEST_ADVANCE = 12;

    private static final int TOKENS = 3;

    Script {
        steps = Map.copyOf(steps);
    }

    /** Returns the declarations of the tables of a run; their names end in its number. */
    static List<TableSchema> schemas(String run) {
        return List.of(
                TableSchema.named("main-" + run)
                        .index("gsi1", "gsi1pk", "gsi1sk")
                        .index(index("gsi2", new KeySchema(number("g2"), null), Projection.keysOnly()))
                        .index(index("gsi3", new KeySchema(text("sk"), number("g2")), Projection.include("n", "t")))
                        .build(),
                TableSchema.named("numbers-" + run)
                        .partition("id", ValueType.NUMBER)
                        .sort("at", ValueType.BYTES)
                        .ttl("expires")
                        .build(),
                TableSchema.named("single-" + run)
                        .withoutSort()
                        .withoutTtl()
                        .index(index("gsi1", new KeySchema(text("gsi1pk"), null), Projection.all()))
                        .build());
    }

    private static IndexSchema index(String name, KeySchema key, Projection projection) {
        return new IndexSchema(name, key, projection);
    }

    private static KeyAttribute number(String name) {
        return new KeyAttribute(name, ValueType.NUMBER);
    }

    private static KeyAttribute text(String name) {
        return new KeyAttribute(name, ValueType.TEXT);
    }

    /** Draws a script of this many steps. */
    static Script draw(long seed, int count) {
        Draw draw = new Draw(seed);
        MutableClock clock = new MutableClock();
        List<TableSchema> schemas = schemas("0");
        List<RandomRequests> requests = schemas.stream()
                .map(schema -> new RandomRequests(draw, schema, clock))
                .toList();
        Map<Integer, ScriptStep> steps = new HashMap<>();
        List<Integer> queries = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            ScriptStep step = step(draw, queries);
            if (step == null) {
                int table = draw.chance(70) ? 0 : draw.between(1, 2);
                step = new ScriptStep.Ask(
                        table,
                        tokenized(
                                draw,
                                number,
                                spread(draw, schemas, table, requests.get(table).next(), clock)));
            }
            if (step instanceof ScriptStep.Advance advance) {
                clock.advance(Duration.ofSeconds(advance.seconds()));
            } else if (step instanceof ScriptStep.Ask ask && ask.request() instanceof Query query && isPaged(query)) {
                queries.add(number);
            }
            steps.put(number, step);
        }
        return new Script(seed, steps);
    }

    private static boolean isPaged(Query query) {
        return query.index() == null && query.limit() > 0 && query.limit() <= 3;
    }

    private static @Nullable ScriptStep step(Draw draw, List<Integer> queries) {
        if (draw.chance(8)) {
            return new ScriptStep.Advance(draw.between(1, LONGEST_ADVANCE));
        }
        if (!queries.isEmpty() && draw.chance(12)) {
            int query = queries.get(Math.max(0, queries.size() - draw.between(1, 3)));
            return draw.chance(75) ? new ScriptStep.Resume(query) : new ScriptStep.Forge(query, draw.below(200));
        }
        return null;
    }

    /** Extends some transactions to a second table. */
    private static Request spread(
            Draw draw, List<TableSchema> schemas, int table, Request request, MutableClock clock) {
        if (request instanceof TransactWrite transaction && draw.chance(30)) {
            int other = (table + 1 + draw.below(2)) % schemas.size();
            RandomRequests requests = new RandomRequests(draw, schemas.get(other), clock);
            Key key = new RandomItems(draw, schemas.get(other), clock).key();
            return transaction.andIn(schemas.get(other).name(), requests.action(key));
        }
        return request;
    }

    /** Gives some requests a token, often one that was used before. */
    private static Request tokenized(Draw draw, int number, Request request) {
        String token = "%s.%s".formatted(number / TOKEN_BLOCK, draw.below(TOKENS));
        if (request instanceof TransactWrite transaction && draw.chance(40)) {
            return transaction.once(token);
        }
        if (request instanceof Update update && update.returning() == Returning.NOTHING && draw.chance(30)) {
            return update.once(token);
        }
        return request;
    }
}
