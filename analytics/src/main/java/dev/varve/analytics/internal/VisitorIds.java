package dev.varve.analytics.internal;

import dev.varve.analytics.session.internal.SessionFold;
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
 * Derives visitor ids: a hash of the day's salt, the site, the IP address and the user agent. It cannot be reversed, and
 * differs between days and sites.
 *
 * <p>A session across midnight keeps its visitor id: if the visitor of the day before has another hit within half an hour,
 * the hit belongs to that visitor. Hits that this process stored are known at once. In the first hours of a day, {@link
 * RecentVisitors} is queried for visitors that this process has not seen within half an hour. So the order of arrival
 * matters only across midnight: hits of the new day that are stored before the hits they continue, or before the log
 * contains those, belong to another visitor.
 */
public final class VisitorIds {

    /** A session that continues longer after midnight is found only in memory. */
    static final Duration LOOK_BACK = Duration.ofHours(2);

    private static final String HASH = "HmacSHA256";

    /** 64 bits: among a million visitors of one day, a collision has a probability of 1 in 37 million. */
    private static final int ID_BYTES = 8;

    private final Salts salts;
    private final RecentVisitors recent;
    private final SeenVisitors seen = new SeenVisitors();

    public VisitorIds(Salts salts, RecentVisitors recent) {
        this.salts = salts;
        this.recent = recent;
    }

    /** The sender of a hit; never stored or printed. */
    public record Sender(String siteId, InetAddress address, String userAgent) {
        @Override
        public String toString() {
            return "a sender of " + siteId;
        }
    }

    /** Returns the visitor id of a hit; the salt of its day must exist. */
    public String of(Sender sender, Instant at) {
        LocalDate day = Salts.dayOf(at);
        String visitor = hash(salts.of(day), sender);
        LocalDate before = day.minusDays(1);
        if (!salts.isAlive(before)) {
            return visitor;
        }
        String former = hash(salts.of(before), sender);
        if (seen.isNear(sender.siteId(), former, at, SessionFold.IDLE)) {
            return former;
        }
        boolean mayContinue =
                at.isBefore(day.atStartOfDay(ZoneOffset.UTC).toInstant().plus(LOOK_BACK))
                        && !seen.isNear(sender.siteId(), visitor, at, SessionFold.IDLE);
        return mayContinue && continues(sender.siteId(), former, at) ? former : visitor;
    }

    private boolean continues(String siteId, String visitorId, Instant at) {
        // Also finds a later hit: hits that arrive in the wrong order belong to one session.
        return recent.lastHit(siteId, visitorId, at.plus(SessionFold.IDLE).plusMillis(1))
                .filter(last -> !last.isBefore(at.minus(SessionFold.IDLE)))
                .isPresent();
    }

    /** Returns whether a visitor has another hit within half an hour, in memory or in the log. */
    public boolean hasSession(String siteId, String visitorId, Instant at) {
        return seen.isNear(siteId, visitorId, at, SessionFold.IDLE) || continues(siteId, visitorId, at);
    }

    /** Caches a stored hit. */
    public void note(String siteId, String visitorId, Instant at) {
        seen.note(siteId, visitorId, at);
    }

    private static String hash(byte[] salt, Sender sender) {
        try {
            Mac mac = Mac.getInstance(HASH);
            mac.init(new SecretKeySpec(salt, HASH));
            byte[] site = sender.siteId().getBytes(StandardCharsets.UTF_8);
            byte[] address = sender.address().getAddress();
            // Lengths separate the parts, so that different parts never yield the same bytes.
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
