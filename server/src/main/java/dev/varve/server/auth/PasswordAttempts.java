package dev.varve.server.auth;

import dev.varve.error.Throttled;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Limits wrong passwords of shared links, by link and network and by link alone, and all passwords by link and network. An
 * attempt takes a token of each bucket before the password is checked, so that parallel attempts count too; a right password
 * gives those for wrong ones back. A network that has given the right password is refused for its own wrong ones only, so that
 * attempts from many other networks do not keep it out. All this is in memory: a restart forgets it.
 */
final class PasswordAttempts {

    /** Wrong passwords of one network to one link; one more each {@link #CLIENT_EVERY}. */
    static final int OF_CLIENT = 10;

    static final Duration CLIENT_EVERY = Duration.ofMinutes(1);

    /** Wrong passwords of everybody to one link; one more each {@link #LINK_EVERY}. */
    static final int OF_LINK = 100;

    static final Duration LINK_EVERY = Duration.ofSeconds(6);

    /** Passwords of one network to one link, right or wrong; one more each {@link #OPENING_EVERY}. */
    static final int OPENINGS = 30;

    static final Duration OPENING_EVERY = Duration.ofSeconds(5);

    /** How long a network counts as one that has given the right password. */
    static final Duration KNOWN = Duration.ofDays(7);

    /** The largest number of buckets in memory. Beyond it the one that was used least recently is dropped. */
    private static final int MAX_BUCKETS = 10_000;

    private record Sender(String link, String network) {}

    /** Drops the entry that was used least recently if there are too many. */
    private static final class Bounded<K> extends LinkedHashMap<K, Instant> {
        private static final long serialVersionUID = 1L;

        private Bounded() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Instant> eldest) {
            return size() > MAX_BUCKETS;
        }
    }

    /** Full when {@code emptied} is {@code most} intervals ago. */
    private static final class Buckets<K> {
        private final int most;
        private final Duration every;
        private final Map<K, Instant> full = new Bounded<>();

        private Buckets(int most, Duration every) {
            this.most = most;
            this.every = every;
        }

        /** Returns when the bucket will be full again if a token is taken now. */
        private Instant after(K key, Instant now) {
            Instant fullAt = full.getOrDefault(key, now);
            return (fullAt.isBefore(now) ? now : fullAt).plus(every);
        }

        private boolean has(K key, Instant now) {
            return !after(key, now).isAfter(now.plus(every.multipliedBy(most)));
        }

        private void take(K key, Instant now) {
            full.put(key, after(key, now));
        }

        private void giveBack(K key) {
            full.computeIfPresent(key, (unused, fullAt) -> fullAt.minus(every));
        }
    }

    private final Buckets<Sender> clients = new Buckets<>(OF_CLIENT, CLIENT_EVERY);
    private final Buckets<String> links = new Buckets<>(OF_LINK, LINK_EVERY);
    private final Buckets<Sender> openings = new Buckets<>(OPENINGS, OPENING_EVERY);
    private final Map<Sender, Instant> succeeded = new Bounded<>();

    /** Takes an attempt, or refuses it. */
    synchronized void take(String link, String network, Instant now) {
        Sender sender = new Sender(link, network);
        if (!clients.has(sender, now) || !links.has(link, now) && !isKnown(sender, now)) {
            throw new Throttled("link.attempts", "too many wrong passwords: try again in a minute");
        }
        if (!openings.has(sender, now)) {
            throw new Throttled("link.openings", "this link is opened too often: try again in a few seconds");
        }
        clients.take(sender, now);
        links.take(link, now);
        openings.take(sender, now);
    }

    private boolean isKnown(Sender sender, Instant now) {
        Instant last = succeeded.get(sender);
        return last != null && now.isBefore(last.plus(KNOWN));
    }

    /** Records that the password of an attempt is right. */
    synchronized void succeeded(String link, String network, Instant now) {
        giveBack(link, network);
        succeeded.put(new Sender(link, network), now);
    }

    /** Gives back an attempt whose password was not checked. */
    synchronized void cancel(String link, String network) {
        giveBack(link, network);
        openings.giveBack(new Sender(link, network));
    }

    private void giveBack(String link, String network) {
        clients.giveBack(new Sender(link, network));
        links.giveBack(link);
    }
}
