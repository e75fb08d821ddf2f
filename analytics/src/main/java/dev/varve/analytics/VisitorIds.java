package dev.varve.analytics;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Who a hit is of: a hash of the day's salt, the site, the address and the user agent. It cannot be turned back, and
 * tells nothing of another day or site.
 *
 * <p>A visit across midnight keeps the id it began with: a hit whose visitor, by the salt of the day before, has another
 * hit within half an hour is of that visitor. What this process stored is known at once; besides it, {@link
 * RecentVisitors} is asked in the first hours of a day, for a visitor this process has not seen within half an hour. So
 * the order of arrival matters only across midnight: if hits of the new day are stored before those of the old day that
 * they continue, or before the log tells of them, they are another visitor's.
 */
final class VisitorIds {

    /** A visit ends after so long without a hit. */
    static final Duration GAP = Duration.ofMinutes(30);

    /** A visit that goes on longer after midnight is told only from memory. */
    static final Duration LOOK_BACK = Duration.ofHours(2);

    private static final String HASH = "HmacSHA256";

    /** 64 bits: two of a million visitors of one day are one by chance with a probability of 1 to 37 million. */
    private static final int ID_BYTES = 8;

    private final Salts salts;
    private final RecentVisitors recent;
    private final SeenVisitors seen = new SeenVisitors();

    VisitorIds(Salts salts, RecentVisitors recent) {
        this.salts = salts;
        this.recent = recent;
    }

    /** Who sends a hit; never stored, and never part of a text. */
    record Sender(String siteId, InetAddress address, String userAgent) {
        @Override
        public String toString() {
            return "a sender of " + siteId;
        }
    }

    /** Returns the visitor of a hit whose day has a salt. */
    String of(Sender sender, Instant at) {
        LocalDate day = Salts.dayOf(at);
        String visitor = hash(salts.of(day), sender);
        LocalDate before = day.minusDays(1);
        if (!salts.isAlive(before)) {
            return visitor;
        }
        String former = hash(salts.of(before), sender);
        if (seen.isNear(sender.siteId(), former, at, GAP)) {
            return former;
        }
        boolean isLookedFor =
                at.isBefore(day.atStartOfDay(ZoneOffset.UTC).toInstant().plus(LOOK_BACK))
                        && !seen.isNear(sender.siteId(), visitor, at, GAP);
        return isLookedFor && goesOn(sender.siteId(), former, at) ? former : visitor;
    }

    private boolean goesOn(String siteId, String visitorId, Instant at) {
        // Also a hit after this one: if they arrive the wrong way round, both are of one visit.
        return recent.lastHit(siteId, visitorId, at.plus(GAP).plusMillis(1))
                .filter(last -> !last.isBefore(at.minus(GAP)))
                .isPresent();
    }

    /** Returns whether a visitor has another hit within half an hour, as far as this process or the log knows. */
    boolean isVisiting(String siteId, String visitorId, Instant at) {
        return seen.isNear(siteId, visitorId, at, GAP) || goesOn(siteId, visitorId, at);
    }

    /** Remembers a hit that is stored. */
    void note(String siteId, String visitorId, Instant at) {
        seen.note(siteId, visitorId, at);
    }

    private static String hash(byte[] salt, Sender sender) {
        try {
            Mac mac = Mac.getInstance(HASH);
            mac.init(new SecretKeySpec(salt, HASH));
            byte[] site = sender.siteId().getBytes(StandardCharsets.UTF_8);
            byte[] address = sender.address().getAddress();
            // Lengths keep pieces apart that would make the same bytes together.
            mac.update((byte) site.length);
            mac.update(site);
            mac.update((byte) address.length);
            mac.update(address);
            mac.update(sender.userAgent().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(), 0, ID_BYTES);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java has " + HASH, e);
        }
    }
}
