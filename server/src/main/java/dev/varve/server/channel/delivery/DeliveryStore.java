package dev.varve.server.channel.delivery;

import static dev.varve.table.AttributePath.attr;

import dev.varve.Varve;
import dev.varve.entity.Entity;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.Patch;
import dev.varve.item.RecordOptions;
import dev.varve.schema.Declaration;
import dev.varve.table.BlockingTable;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Deliveries and notices in the table. Every method is one request, or one for each of its arguments. */
public final class DeliveryStore {

    private static final String INDEX = "gsi1";

    private static final RecordOptions OPTIONS =
            RecordOptions.defaults().lowerCaseEnums().leaveOutEmpty();

    /** The state of a delivery is shown for this long; an alert may be older. */
    private static final Duration KEEP = Duration.ofDays(90);

    private static final Entity<Delivery> DELIVERIES = Entity.of(Delivery.class)
            .named("channels.deliveries")
            .partition("ALERT_DELIVERY#{alertId}")
            .sort("{event}#{channel}")
            .sparseIndex(INDEX, "waiting", "DELIVERY_WAITING", "{queuedAt}#{alertId}#{event}#{channel}")
            .options(OPTIONS)
            .lookup(MethodHandles.lookup())
            .keep(KEEP)
            .build();

    private static final Entity<Notice> NOTICES = Entity.of(Notice.class)
            .named("channels.notices")
            .partition("NOTICE#{noticeId}")
            .sort("#METADATA")
            .sparseIndex(INDEX, "open", "NOTICE_DUE", "{dueAt}#{noticeId}")
            .options(OPTIONS)
            .lookup(MethodHandles.lookup())
            .versioned("version")
            .keep(KEEP)
            .build();

    /** Writes at one time while deliveries are put into a notice. */
    private static final int AT_ONCE = 25;

    private final OpenEntities<Delivery> deliveries;
    private final OpenEntities<Notice> notices;

    public DeliveryStore(Varve db) {
        this.deliveries = db.entities(DELIVERIES);
        this.notices = db.entities(NOTICES);
    }

    /** Returns what a database must be opened with. */
    public static List<Declaration> declarations() {
        return List.of(DELIVERIES, NOTICES);
    }

    /** Stores a delivery; one with the same key that is there already stays as it is. */
    CompletableFuture<Void> create(Delivery delivery) {
        return deliveries.createAsync(delivery).thenAccept(done -> {});
    }

    /** Returns the deliveries of an alert. */
    List<Delivery> of(String alertId, int most) {
        return deliveries.in(alertId).consistent().limit(most).list();
    }

    /** Returns deliveries that may have to be put into a notice, the oldest first; follows writes after a moment. */
    List<Delivery> waiting(int most) {
        return deliveries.by(INDEX).limit(most).list();
    }

    /** Returns open notices, those that are due first; follows writes after a moment. */
    List<Notice> open(int most) {
        return notices.by(INDEX).limit(most).list();
    }

    /** Returns these notices by their IDs. */
    Map<String, Notice> notices(Collection<String> ids) {
        Map<String, Notice> found = new LinkedHashMap<>();
        ids.stream().distinct().forEach(id -> notices.findConsistent(id).ifPresent(notice -> found.put(id, notice)));
        return found;
    }

    /** Writes a notice if it is still as it was read; returns it as it is stored, or empty if another server was first. */
    Optional<Notice> put(Notice notice) {
        return notices.put(notice) instanceof EntityOutcome.Written<Notice> written
                ? Optional.of(written.record())
                : Optional.empty();
    }

    /** Puts deliveries into a notice; returns those that no other server put into another one meanwhile. */
    List<Delivery> assign(List<Delivery> free, String noticeId) {
        List<Delivery> assigned = new ArrayList<>();
        inBatches(
                free,
                delivery -> patch(delivery)
                        .set("noticeId", noticeId)
                        .when(delivery.noticeId()
                                .map(before -> attr("noticeId").is(before))
                                .orElseGet(() -> attr("noticeId").absent())),
                assigned);
        return assigned;
    }

    /** Takes deliveries out of the index, because the notice that they are in is complete. */
    void settle(List<Delivery> done, String noticeId) {
        inBatches(
                done,
                delivery -> patch(delivery)
                        .set("waiting", false)
                        .when(attr("noticeId").is(noticeId)),
                new ArrayList<>());
    }

    private Patch<Delivery> patch(Delivery delivery) {
        return deliveries.patch(delivery.alertId(), delivery.event(), delivery.channel());
    }

    private interface Change {
        Patch<Delivery> of(Delivery delivery);
    }

    private static void inBatches(List<Delivery> all, Change change, List<Delivery> done) {
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            List<Delivery> batch = all.subList(from, Math.min(all.size(), from + AT_ONCE));
            List<CompletableFuture<EntityOutcome.OfPatch<Delivery>>> writes = batch.stream()
                    .map(delivery -> change.of(delivery).runAsync())
                    .toList();
            // All come to their end, and then the first failure counts: no write may follow after the notice is
            // complete.
            BlockingTable.await(CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)));
            for (int i = 0; i < batch.size(); i++) {
                if (writes.get(i).join().isDone()) {
                    done.add(batch.get(i));
                }
            }
        }
    }
}
