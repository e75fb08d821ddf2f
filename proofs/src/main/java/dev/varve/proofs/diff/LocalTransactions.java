package dev.varve.proofs.diff;

import dev.varve.engine.support.Cost;
import dev.varve.engine.support.WriteDecision;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.table.Capacity;
import dev.varve.table.Capacity.Units;
import dev.varve.table.ConditionCheck;
import dev.varve.table.Delete;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.UpdateAction;
import dev.varve.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Computes what DynamoDB Local reports for a transaction, see {@link LocalDifference#TRANSACT_ANY_REFUSAL}, {@link
 * LocalDifference#UPDATE_ANY_REFUSAL} and {@link LocalDifference#TRANSACT_EQUAL_UNITS}.
 *
 * <p>Local collects the capacity of the actions on one table in a set, so equal amounts count once. Local's sum follows
 * from the right amounts, so a comparison still shows whether each amount is right. Deletes of missing items are left
 * out: the test kit corrects them.
 */
final class LocalTransactions {

    /** An action that makes the item too large by itself may not do so together with the others. */
    private static final String OF_THE_WHOLE = "item.too-large";

    private final List<TableSchema> schemas;
    private final TransactWrite transaction;
    private final Images before;
    private final Images after;

    LocalTransactions(List<TableSchema> schemas, TransactWrite transaction, Images before, Images after) {
        this.schemas = schemas;
        this.transaction = transaction;
        this.before = before;
        this.after = after;
    }

    /** Returns the capacity that Local reports for this transaction, given the right one. */
    Capacity reported(Capacity right) {
        boolean isReplay = right.total().write() == 0;
        Map<Integer, List<Capacity>> prices = new TreeMap<>();
        List<Capacity> all = new ArrayList<>();
        for (int i = 0; i < before.places().size(); i++) {
            int table = before.places().get(i).table();
            Item old = item(before, i);
            Capacity price = isReplay ? Cost.transactRead(old) : Cost.twice(once(i, old));
            boolean isCorrected =
                    !isReplay && old == null && transaction.actions().get(i).write() instanceof Delete;
            if (!isCorrected) {
                all.add(price(table, price));
                prices.computeIfAbsent(table, number -> new ArrayList<>()).add(price(table, price));
            }
        }
        Capacity counted = Capacity.NONE;
        for (List<Capacity> list : prices.values()) {
            Set<Capacity> different = new HashSet<>(list);
            counted = counted.plus(sum(List.copyOf(different)));
        }
        return minus(right, sum(all)).plus(counted);
    }

    /**
     * Returns the possible rejections of a transaction that does not fit the items: the rejection of each write and,
     * for an update, of each action by itself. Local reports one of them.
     */
    Set<EngineAnswer> refusals(Instant now) {
        Set<EngineAnswer> refusals = new HashSet<>();
        for (int i = 0; i < before.places().size(); i++) {
            TableSchema schema = schemas.get(before.places().get(i).table());
            Write write = transaction.actions().get(i).write();
            Item stored = item(before, i);
            refusal(schema, write, stored, now).map(EngineAnswer::ofError).ifPresent(refusals::add);
            if (write instanceof Update update) {
                for (UpdateAction action : update.actions()) {
                    refusal(schema, alone(update, action), stored, now)
                            .filter(e -> !e.code().equals(OF_THE_WHOLE))
                            .map(EngineAnswer::ofError)
                            .ifPresent(refusals::add);
                }
            }
        }
        return refusals;
    }

    private static Optional<Rejected> refusal(TableSchema schema, Write write, @Nullable Item stored, Instant now) {
        try {
            WriteDecision.of(schema, write, stored, now);
            return Optional.empty();
        } catch (Rejected e) {
            return Optional.of(e);
        }
    }

    private static Update alone(Update update, UpdateAction action) {
        return new Update(update.key(), List.of(action), update.condition(), update.returning(), update.token());
    }

    private Capacity once(int action, @Nullable Item old) {
        Write write = transaction.actions().get(action).write();
        return write instanceof ConditionCheck
                ? Cost.check(old)
                : Cost.write(schemas.get(before.places().get(action).table()), old, item(after, action));
    }

    private static @Nullable Item item(Images images, int number) {
        Item item = images.items().get(number);
        return item.isEmpty() ? null : item;
    }

    private Capacity price(int table, Capacity capacity) {
        boolean isForeign = transaction.actions().stream()
                .anyMatch(action -> action.table() != null
                        && action.table().equals(schemas.get(table).name()));
        return isForeign ? capacity.qualified(schemas.get(table).name()) : capacity;
    }

    private static Capacity sum(List<Capacity> capacities) {
        return capacities.stream().reduce(Capacity.NONE, Capacity::plus);
    }

    private static Capacity minus(Capacity all, Capacity part) {
        Map<String, Units> indexes = new TreeMap<>(all.indexes());
        part.indexes().forEach((name, units) -> indexes.merge(name, negative(units), Units::plus));
        return new Capacity(all.table().plus(negative(part.table())), indexes);
    }

    private static Units negative(Units units) {
        return new Units(-units.read(), -units.write());
    }
}
