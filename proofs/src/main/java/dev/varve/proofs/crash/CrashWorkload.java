package dev.varve.proofs.crash;

import static dev.varve.table.AttributePath.attr;

import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.table.BatchWrite;
import dev.varve.table.Delete;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Request;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.Write;
import dev.varve.testkit.random.Draw;
import java.util.ArrayList;
import java.util.List;

/**
 * The writes of one round. The n-th write of a writer is a function of seed, round, writer and n, so that the audit can
 * compute the expected data. Writers share only accounts, whose changes commute.
 */
record CrashWorkload(long seed, int round) {

    static final int WRITERS = 4;

    static final TableSchema SCHEMA = TableSchema.named("crash")
            .index("gsi1", "gsi1pk", "gsi1sk")
            .index("gsi2", "gsi2pk", "gsi2sk")
            .build();

    private static final String ACCOUNT = "accounts";
    private static final int KEYS = 8;
    private static final int ACCOUNTS = 3;

    /** Returns the write with this number. */
    Request request(int writer, int number) {
        Draw draw = new Draw(((seed * 1_000_003 + round) * 31 + writer) * 1_000_003L + number);
        return switch (draw.below(10)) {
            case 0, 1, 2 -> Put.of(item(draw, key(draw, writer)));
            case 3, 4 -> update(draw, key(draw, writer));
            case 5 -> Delete.of(key(draw, writer));
            case 6 -> Put.of(item(draw, key(draw, writer))).when(attr("n").from(5));
            case 7 -> batch(draw, writer);
            case 8 -> several(draw, writer);
            default -> transfer(draw, writer, number);
        };
    }

    /** Returns the keys that only this writer writes. */
    List<Key> ownKeys(int writer) {
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            keys.add(key(writer, i));
        }
        return keys;
    }

    /** Returns the key under which a transfer's transaction records the transfer. */
    Key note(int writer, int number) {
        return Key.of("round" + round + "-notes" + writer, Integer.toString(number));
    }

    private Key key(Draw draw, int writer) {
        return key(writer, draw.below(KEYS));
    }

    private Key key(int writer, int number) {
        return Key.of("round" + round + "-writer" + writer, "key" + number);
    }

    private static Item item(Draw draw, Key key) {
        Item item = SCHEMA.key().asItem(key).with("n", draw.below(10)).with("blob", "x".repeat(draw.below(2000)));
        item = draw.chance(60) ? item.with("gsi1pk", "g" + draw.below(3)).with("gsi1sk", "s" + draw.below(5)) : item;
        return draw.chance(30) ? item.with("gsi2pk", "g").with("gsi2sk", "s" + draw.below(5)) : item;
    }

    private static Update update(Draw draw, Key key) {
        Update update =
                Update.of(key).increment("n", 1).max("high", draw.below(100)).append("log", draw.below(9));
        update = draw.chance(10) ? Update.of(key).set("n", 1).remove("log") : update;
        return draw.chance(50) ? update.set("gsi1pk", "g" + draw.below(3)) : update.remove("gsi1sk");
    }

    /** Returns a batch of writes, each of which is atomic by itself. */
    private BatchWrite batch(Draw draw, int writer) {
        return BatchWrite.of(writes(draw, writer));
    }

    /** Returns a transaction of several writes. */
    private TransactWrite several(Draw draw, int writer) {
        return TransactWrite.of(writes(draw, writer).toArray(Write[]::new));
    }

    private List<Write> writes(Draw draw, int writer) {
        List<Write> writes = new ArrayList<>();
        for (Key key : ownKeys(writer)) {
            if (draw.chance(50) || writes.isEmpty()) {
                writes.add(draw.chance(70) ? Put.of(item(draw, key)) : Delete.of(key));
            }
        }
        return writes;
    }

    /** Moves an amount from one account to another and records the transfer: the sum of all accounts stays 0. */
    private TransactWrite transfer(Draw draw, int writer, int number) {
        int from = draw.below(ACCOUNTS);
        int to = (from + 1 + draw.below(ACCOUNTS - 1)) % ACCOUNTS;
        int amount = draw.between(1, 100);
        Item note = SCHEMA.key().asItem(note(writer, number)).with("amount", amount);
        return TransactWrite.of(
                        Update.of(account(from)).increment("balance", -amount),
                        Update.of(account(to)).increment("balance", amount),
                        Put.of(note))
                .once("r%s.%s.%s.%s".formatted(seed, round, writer, number));
    }

    private static Key account(int number) {
        return Key.of(ACCOUNT, "account" + number);
    }

    static boolean isAccount(Key key) {
        return key.partition().equals(Value.of(ACCOUNT));
    }
}
