package dev.varve.engine.rocksdb.internal.store;

import dev.varve.engine.rocksdb.Durability;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Commits write sets in groups. The first waiting writer leads a group: it writes its own records, and those of all
 * writers that arrived while the last group was being written, as one batch with one {@code fsync}, and wakes them. So
 * changes are numbered in the order in which they become visible, and a single writer never waits for another thread.
 */
public final class Committer {

    /** A group of this size accepts no more writers; a single writer may exceed it. */
    private static final int MAX_GROUP_BYTES = 4 * 1024 * 1024;

    /** Writes a batch in RocksDB's format, with this durability on return. */
    @FunctionalInterface
    interface BatchWriter {
        void write(byte[] batch, Durability durability);
    }

    private static final class Pending {
        private final WriteSet changes;
        private final Durability durability;
        private final Condition turn;
        private boolean done;
        private @Nullable VarveException failure;

        Pending(WriteSet changes, Durability durability, Condition turn) {
            this.changes = changes;
            this.durability = durability;
            this.turn = turn;
        }
    }

    private final BatchWriter writer;
    private final DiskReserve reserve;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Pending> waiting = new ArrayDeque<>();
    private boolean leading;
    private volatile @Nullable VarveException broken;

    Committer(BatchWriter writer, DiskReserve reserve) {
        this.writer = writer;
        this.reserve = reserve;
    }

    /**
     * Commits all changes atomically; they are durable and visible on return. Fails while the disk has too little
     * space.
     */
    public void commit(WriteSet changes) {
        commit(changes, Durability.SYNCED);
    }

    /**
     * Commits all changes atomically with this durability. A synced commit makes all earlier commits durable too, so
     * commits that are only written to the operating system are lost in order, the newest first.
     */
    public void commit(WriteSet changes, Durability durability) {
        if (!changes.isEmpty()) {
            int bytes = changes.length();
            reserve.admit(bytes);
            commitAdmitted(changes, bytes, durability);
        }
    }

    /** Commits like {@link #commit}, for changes that free disk space: they may use part of the reserve. */
    public void commitMakingRoom(WriteSet changes) {
        commitMakingRoom(changes, Durability.SYNCED);
    }

    /** Commits with this durability, and may use part of the reserve. */
    public void commitMakingRoom(WriteSet changes, Durability durability) {
        if (!changes.isEmpty()) {
            int bytes = changes.length();
            reserve.admitMakingRoom(bytes);
            commitAdmitted(changes, bytes, durability);
        }
    }

    private void commitAdmitted(WriteSet changes, int bytes, Durability durability) {
        try {
            commitInGroup(changes, durability);
        } finally {
            reserve.written(bytes);
        }
    }

    private void commitInGroup(WriteSet changes, Durability durability) {
        Pending own = new Pending(changes, durability, lock.newCondition());
        List<Pending> group = groupLedBy(own);
        if (!group.isEmpty()) {
            finish(group, write(group));
        }
        if (own.failure != null) {
            throw own.failure;
        }
    }

    /** Waits until another writer has written the changes, or becomes the leader and returns the group to write. */
    private List<Pending> groupLedBy(Pending own) {
        lock.lock();
        try {
            waiting.add(own);
            while (leading && !own.done) {
                own.turn.awaitUninterruptibly();
            }
            if (own.done) {
                return List.of();
            }
            leading = true;
            List<Pending> group = new ArrayList<>();
            int bytes = 0;
            while (!waiting.isEmpty() && bytes < MAX_GROUP_BYTES) {
                Pending next = waiting.remove();
                bytes += next.changes.length();
                group.add(next);
            }
            return group;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable VarveException write(List<Pending> group) {
        VarveException first = broken;
        if (first != null) {
            return first.code().equals(Failure.DISK_FULL)
                    ? new Unavailable(Failure.DISK_FULL, reserve.full(), first)
                    : new Unavailable(
                            "rocksdb.read-only",
                            "the database is read-only until it is opened again, because an earlier write failed: "
                                    + first.getMessage(),
                            first);
        }
        try {
            writer.write(batch(group), durability(group));
            group.forEach(pending -> pending.changes.publish());
            return null;
        } catch (RuntimeException | Error e) {
            // The content of the disk is unknown until the log is read again, so nothing may be appended to it.
            VarveException failure = e instanceof VarveException known
                    ? known
                    : new OutcomeUnknown(
                            "rocksdb.write-failed",
                            "a write failed part-way, and it is unknown whether it was stored: " + e,
                            e);
            broken = failure;
            return failure;
        }
    }

    /** Returns what the most demanding writer of the group needs. */
    private static Durability durability(List<Pending> group) {
        return group.stream().anyMatch(pending -> pending.durability == Durability.SYNCED)
                ? Durability.SYNCED
                : Durability.WRITTEN_TO_OS;
    }

    /** Returns whether a write failed, so that all further writes are refused. */
    boolean isBroken() {
        return broken != null;
    }

    /**
     * Accepts writes again, after the log was read again and the content of the disk is known. No write may be in
     * progress.
     */
    void resumeWrites() {
        broken = null;
    }

    private static byte[] batch(List<Pending> group) {
        int bytes = WriteSet.HEADER_BYTES;
        int count = 0;
        for (Pending pending : group) {
            bytes += pending.changes.length();
            count += pending.changes.count();
        }
        byte[] batch = new byte[bytes];
        for (int i = 0; i < Integer.BYTES; i++) {
            batch[Long.BYTES + i] = (byte) (count >>> (8 * i));
        }
        int at = WriteSet.HEADER_BYTES;
        for (Pending pending : group) {
            pending.changes.copyTo(batch, at);
            at += pending.changes.length();
        }
        return batch;
    }

    private void finish(List<Pending> group, @Nullable VarveException failure) {
        lock.lock();
        try {
            leading = false;
            for (Pending pending : group) {
                pending.done = true;
                pending.failure = failure;
                pending.turn.signal();
            }
            if (!waiting.isEmpty()) {
                waiting.element().turn.signal();
            }
        } finally {
            lock.unlock();
        }
    }
}
