package dev.varve.server.channel.delivery;

import dev.varve.server.channel.Channel;
import dev.varve.server.channel.ChannelStore;
import dev.varve.server.channel.send.SendResult;
import dev.varve.server.channel.send.Senders;
import dev.varve.server.http.RepeatLog;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * Puts waiting deliveries into notices, sends notices that are due, and records the results.
 *
 * <p>Why nothing is lost and nothing is sent twice: a delivery is stored before anything is sent. It leaves the index only
 * after the notice that holds it is complete, and a notice leaves the index only with its result. Both are claimed by
 * conditional writes. So a server that stops at any point leaves behind either a delivery that no notice holds, or a notice
 * whose lease ends; the next pass of any server continues there. One message is sent twice only if a server stops after the
 * receiver accepted it and before the result is written; both have the same ID.
 */
public final class Dispatcher implements AutoCloseable {

    /** Deliveries that one pass puts into notices; the others follow with the next pass. */
    private static final int MAX_WAITING = 1_000;

    /** Open notices that one pass reads. */
    private static final int MAX_OPEN = 200;

    /** Notices that are sent at one time, each to another channel. */
    private static final int MAX_SENDING = 4;

    /** Longer than an attempt may take. */
    private static final long STOP_SECONDS = 25;

    private static final RepeatLog LOG = new RepeatLog(LoggerFactory.getLogger(Dispatcher.class));

    /** What a dispatcher works with. */
    public record Parts(DeliveryStore store, ChannelStore channels, Senders senders, DeliveryMeter meter) {}

    private final Parts parts;
    private final DeliveryStore store;
    private final RetrySchedule retries;
    private final InstantSource clock;
    private final Semaphore free = new Semaphore(MAX_SENDING);
    private final Set<String> busy = ConcurrentHashMap.newKeySet();
    private final ExecutorService sending = Executors.newFixedThreadPool(MAX_SENDING, task -> {
        Thread thread = new Thread(task, "varve-channel-sender");
        thread.setDaemon(true);
        return thread;
    });

    public Dispatcher(Parts parts, RetrySchedule retries, InstantSource clock) {
        this.parts = parts;
        this.store = parts.store();
        this.retries = retries;
        this.clock = clock;
    }

    /** Does what is due now; returns when the next thing is due, as far as it was read. Does not wait for receivers. */
    public synchronized Optional<Instant> pass() {
        Instant now = clock.instant();
        List<Delivery> waiting = store.waiting(MAX_WAITING);
        List<Delivery> unassigned = unassigned(waiting);
        Map<String, Notice> ready = new LinkedHashMap<>();
        for (Group group : Group.due(unassigned, now)) {
            gather(group, now).ifPresent(notice -> ready.put(notice.noticeId(), notice));
        }
        List<Notice> open = store.open(MAX_OPEN);
        for (Notice notice : open) {
            if (notice.isDue(now) && notice.status() == NoticeStatus.GATHERING) {
                store.put(notice.abandoned(now));
            } else if (notice.isDue(now)) {
                ready.putIfAbsent(notice.noticeId(), notice);
            }
        }
        parts.meter().pending(unassigned.size() + open.size());
        ready.values().forEach(notice -> send(notice, now));
        return nextDue(unassigned, open);
    }

    private static Optional<Instant> nextDue(List<Delivery> unassigned, List<Notice> open) {
        List<Instant> due = new ArrayList<>();
        unassigned.forEach(delivery -> due.add(delivery.queued().plus(Group.WINDOW)));
        open.forEach(notice -> due.add(notice.due()));
        return due.stream().min(Instant::compareTo);
    }

    /** Returns the deliveries that no notice holds; takes those out of the index whose notice is complete. */
    private List<Delivery> unassigned(List<Delivery> waiting) {
        Map<String, Notice> notices = store.notices(waiting.stream()
                .map(Delivery::noticeId)
                .flatMap(Optional::stream)
                .toList());
        List<Delivery> unassigned = new ArrayList<>();
        for (Delivery delivery : waiting) {
            NoticeStatus status =
                    delivery.noticeId().map(notices::get).map(Notice::status).orElse(NoticeStatus.ABANDONED);
            if (status == NoticeStatus.ABANDONED) {
                unassigned.add(delivery);
            } else if (status != NoticeStatus.GATHERING) {
                store.settle(List.of(delivery), delivery.noticeId().orElseThrow());
            }
        }
        return unassigned;
    }

    /** Puts a group into a new notice; returns it if it is complete and holds anything. */
    private Optional<Notice> gather(Group group, Instant now) {
        String id = UUID.randomUUID().toString();
        Notice notice = store.put(Notice.gathering(id, group.channel(), now)).orElseThrow();
        List<Delivery> assigned = store.assign(group.deliveries(), id);
        if (assigned.isEmpty()) {
            store.put(notice.abandoned(now));
            return Optional.empty();
        }
        Optional<Notice> complete = store.put(notice.sealed(Group.content(assigned), now));
        complete.ifPresent(done -> store.settle(assigned, id));
        return complete;
    }

    private void send(Notice notice, Instant now) {
        if (!free.tryAcquire()) {
            return;
        }
        if (!busy.add(notice.channel())) {
            free.release();
            return;
        }
        boolean isSent = false;
        try {
            Optional<Notice> claimed = store.put(notice.claimed(now));
            if (claimed.isPresent()) {
                sending.execute(() -> {
                    try {
                        attempt(claimed.get());
                    } finally {
                        done(notice);
                    }
                });
                isSent = true;
            }
        } finally {
            if (!isSent) {
                done(notice);
            }
        }
    }

    private void done(Notice notice) {
        busy.remove(notice.channel());
        free.release();
    }

    private void attempt(Notice notice) {
        try {
            Optional<Channel> channel = parts.channels().find(notice.channel());
            SendResult result = channel.map(found -> parts.senders().send(found, notice.message()))
                    .orElseGet(() -> new SendResult.Refused(
                            "channel %s was deleted before this notice was sent".formatted(notice.channel())));
            Notice after = after(notice, result, clock.instant());
            store.put(after);
            parts.meter().sent(outcome(after));
        } catch (RuntimeException e) {
            // The lease ends, and the notice is sent again.
            LOG.error("result", "the result of notice %s was not stored".formatted(notice.noticeId()), e);
        }
    }

    private Notice after(Notice notice, SendResult result, Instant now) {
        if (result instanceof SendResult.Refused refused) {
            return notice.failed(now, refused.reason());
        } else if (result instanceof SendResult.Failed failed) {
            return retries.next(notice.createdAt(), notice.attempts(), now)
                    .map(at -> notice.retryAt(at, failed.reason()))
                    .orElseGet(() -> notice.failed(
                            now, "given up after %s attempts: %s".formatted(notice.attempts(), failed.reason())));
        }
        return notice.delivered(now);
    }

    private static DeliveryMeter.Outcome outcome(Notice notice) {
        return switch (notice.status()) {
            case DELIVERED -> DeliveryMeter.Outcome.DELIVERED;
            case FAILED -> DeliveryMeter.Outcome.FAILED;
            case GATHERING, PENDING, ABANDONED -> DeliveryMeter.Outcome.RETRIED;
        };
    }

    /** Waits until nothing is being sent. */
    public void awaitIdle() {
        free.acquireUninterruptibly(MAX_SENDING);
        free.release(MAX_SENDING);
    }

    /** Lets attempts that are under way come to their end. */
    @Override
    public void close() {
        sending.shutdown();
        try {
            if (!sending.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                sending.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
