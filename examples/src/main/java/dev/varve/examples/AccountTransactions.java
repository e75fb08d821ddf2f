package dev.varve.examples;

import dev.varve.Transaction;
import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** Account entries at the same instant, a statement that includes the whole last day, and an idempotent transfer. */
public final class AccountTransactions {

    private AccountTransactions() {}

    // guide: entries
    /** A booking: credits are above zero, debits below. */
    record Entry(String accountId, Instant at, String eventId, BigDecimal amount) {}

    static final Series<Entry> ENTRIES = Series.of(Entry.class)
            .named("entries")
            .partition("ACCOUNT#{accountId}")
            .sort("TRANSACTION#{at}#{eventId}")
            .build();
    // guide: end

    // guide: statement
    static List<Entry> statement(OpenSeries<Entry> entries, String accountId, YearMonth month) {
        return entries.history(accountId)
                .between(startOf(month), startOf(month.plusMonths(1))) // [from, to)
                .list();
    }
    // guide: end

    private static Instant startOf(YearMonth month) {
        return month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    static BigDecimal balance(List<Entry> entries) {
        return entries.stream()
                .map(Entry::amount)
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .setScale(2);
    }

    record Transfer(String id, String from, String to, BigDecimal amount, Instant at) {}

    // guide: transfer
    /** Books both sides or neither. Repeating it changes nothing. */
    static Transaction.Result book(Varve db, Transfer transfer) {
        OpenSeries<Entry> entries = db.series(ENTRIES);
        BigDecimal amount = transfer.amount();
        Transaction transaction = db.transact().once(transfer.id());
        transaction.append(entries, new Entry(transfer.from(), transfer.at(), transfer.id(), amount.negate()));
        transaction.append(entries, new Entry(transfer.to(), transfer.at(), transfer.id(), amount));
        return transaction.commit();
    }
    // guide: end

    // guide: refused
    /** Returns why a debit was refused; empty if both sides are booked, or if only the credit was refused. */
    static Optional<Outcome<Entry>> bookOrExplain(Varve db, Entry debit, Entry credit) {
        Transaction transaction = db.transact();
        Transaction.Step<Outcome<Entry>> step = transaction.append(db.series(ENTRIES), debit);
        transaction.append(db.series(ENTRIES), credit);
        return transaction.commit() instanceof Transaction.Result.Cancelled cancelled
                ? cancelled.refusal(step)
                : Optional.empty();
    }
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        Varve db = Varve.open(engine, Schema.of("accounts", ENTRIES));
        OpenSeries<Entry> entries = db.series(ENTRIES);
        Instant payday = Instant.parse("2024-12-20T08:00:00Z");
        Instant lastSecond = Instant.parse("2024-12-31T23:59:59.750Z");
        Instant newYear = Instant.parse("2025-01-01T00:00:00Z");
        entries.append(new Entry("acc-123", payday, "salary", new BigDecimal("2500.10")));
        entries.append(new Entry("acc-123", payday, "bonus", new BigDecimal("100.20"))); // at the same instant
        entries.append(new Entry("acc-123", newYear, "gym", new BigDecimal("-35")));
        Transfer rent = new Transfer("rent-12", "acc-123", "acc-456", new BigDecimal("800.30"), lastSecond);
        boolean isBooked = book(db, rent) instanceof Transaction.Result.Committed;
        boolean isBookedAgain = book(db, rent) instanceof Transaction.Result.Committed;
        Entry debit = new Entry("acc-123", lastSecond, rent.id(), rent.amount().negate());
        Entry credit = new Entry("acc-456", lastSecond, rent.id(), rent.amount());
        Optional<Outcome<Entry>> refused = bookOrExplain(db, debit, credit);

        List<Entry> december = statement(entries, "acc-123", YearMonth.of(2024, 12));
        return List.of(
                "rent is booked: " + isBooked + ", sent again: " + isBookedAgain,
                "without its token: "
                        + refused.map(outcome -> outcome.getClass().getSimpleName())
                                .orElse("booked"),
                "december: " + december.stream().map(Entry::eventId).toList() + " = " + balance(december),
                "landlord: " + balance(statement(entries, "acc-456", YearMonth.of(2024, 12))));
    }

    public static void main(String[] args) {
        Embedded.print(AccountTransactions::run);
    }
}
