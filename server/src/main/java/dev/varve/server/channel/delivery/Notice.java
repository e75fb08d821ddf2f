package dev.varve.server.channel.delivery;

import dev.varve.key.Tick;
import dev.varve.server.channel.AlertLine;
import dev.varve.server.channel.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One message to one channel, with the state of its sending. Every change is a conditional write on the version, so that of
 * several servers one sends.
 *
 * @param open whether it is neither sent nor given up; such notices are in the index
 * @param dueAt when it may be sent next, as text that sorts by time; while a server works on it, the end of its lease
 * @param alerts the alerts that the message lists
 * @param more how many more it stands for
 * @param attempts how often it was sent, the attempt under way included
 * @param reason why the last attempt failed
 * @param version counts the writes, from 1; 0 for a notice that is not stored
 */
record Notice(
        String noticeId,
        String channel,
        NoticeStatus status,
        boolean open,
        String dueAt,
        Instant createdAt,
        List<AlertLine> alerts,
        int more,
        int attempts,
        Optional<Instant> deliveredAt,
        Optional<String> reason,
        long version) {

    /** Longer than an attempt may take, the search for a name included. A server that died holds a notice back for this long. */
    static final Duration LEASE = Duration.ofMinutes(2);

    static Notice gathering(String noticeId, String channel, Instant now) {
        return new Notice(
                noticeId,
                channel,
                NoticeStatus.GATHERING,
                true,
                text(now.plus(LEASE)),
                now,
                List.of(),
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                0);
    }

    /** Returns this notice with its content; it is due at once. */
    Notice sealed(Group.Content content, Instant now) {
        return new Notice(
                noticeId,
                channel,
                NoticeStatus.PENDING,
                true,
                text(now),
                createdAt,
                content.listed(),
                content.more(),
                0,
                deliveredAt,
                reason,
                version);
    }

    /** Returns this notice, leased by the server that sends it now; no other server sends it before the lease ends. */
    Notice claimed(Instant now) {
        return with(NoticeStatus.PENDING, now.plus(LEASE), attempts + 1, reason);
    }

    Notice delivered(Instant now) {
        Notice done = with(NoticeStatus.DELIVERED, now, attempts, Optional.empty());
        return new Notice(
                noticeId,
                channel,
                done.status,
                false,
                done.dueAt,
                createdAt,
                alerts,
                more,
                attempts,
                Optional.of(now),
                Optional.empty(),
                version);
    }

    Notice retryAt(Instant at, String why) {
        return with(NoticeStatus.PENDING, at, attempts, Optional.of(why));
    }

    Notice failed(Instant now, String why) {
        return with(NoticeStatus.FAILED, now, attempts, Optional.of(why));
    }

    Notice abandoned(Instant now) {
        return with(NoticeStatus.ABANDONED, now, attempts, reason);
    }

    private Notice with(NoticeStatus newStatus, Instant due, int newAttempts, Optional<String> newReason) {
        boolean isOpen = newStatus == NoticeStatus.PENDING || newStatus == NoticeStatus.GATHERING;
        return new Notice(
                noticeId,
                channel,
                newStatus,
                isOpen,
                text(due),
                createdAt,
                alerts,
                more,
                newAttempts,
                deliveredAt,
                newReason,
                version);
    }

    boolean isDue(Instant now) {
        return open && !due().isAfter(now);
    }

    Instant due() {
        return Instant.parse(dueAt);
    }

    Message message() {
        return new Message(noticeId, channel, createdAt, false, alerts, more);
    }

    private static String text(Instant instant) {
        return Tick.MILLIS.text(instant);
    }
}
