package dev.varve.entity.internal;

import dev.varve.item.Item;
import dev.varve.schema.internal.CancelCause;
import dev.varve.table.Capacity;
import dev.varve.table.TransactResult.Reason;
import dev.varve.table.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A write of an entity that is ready to be sent, alone or in a transaction, and the way to read its outcome.
 *
 * @param <O> the type of its outcome
 */
public final class PreparedWrite<O> {

    /** Reads an image of the entity: after the write, or before a delete. */
    interface Done<O> {
        O read(Item image, Capacity capacity);
    }

    /** Reads the entity that a condition did not hold for; returns null if only the plan is outdated. */
    interface Refusal<O> {
        @Nullable
        O read(@Nullable Item existing, Capacity capacity);
    }

    private final List<Write> writes;
    private final @Nullable Item image;
    private final Capacity spent;
    private final Done<O> done;
    private final Refusal<O> refusal;

    PreparedWrite(List<Write> writes, @Nullable Item image, Capacity spent, Done<O> done, Refusal<O> refusal) {
        this.writes = List.copyOf(writes);
        this.image = image;
        this.spent = spent;
        this.done = done;
        this.refusal = refusal;
    }

    /** Returns the writes to send, the entity itself first. Several writes must be sent in one transaction. */
    public List<Write> writes() {
        return writes;
    }

    /** Returns the capacity that reading for the plan consumed. */
    public Capacity spent() {
        return spent;
    }

    /** Returns the entity as it will be, or null if only the table can tell. */
    @Nullable
    Item image() {
        return image;
    }

    O done(Item stored, Capacity capacity) {
        return done.read(stored, capacity);
    }

    /** Reads the reasons given for {@link #writes}, in their order. */
    public CancelCause<O> cause(List<Reason> reasons, Capacity capacity) {
        if (reasons.get(0) instanceof Reason.ConditionFailed failed) {
            O outcome = refusal.read(failed.existing(), capacity);
            return outcome == null ? new CancelCause.Outdated<>() : new CancelCause.Refused<>(outcome);
        }
        boolean isOutdated = reasons.stream().anyMatch(Reason.ConditionFailed.class::isInstance);
        return isOutdated ? new CancelCause.Outdated<>() : new CancelCause.Other<>();
    }
}
