package dev.varve.analytics.session.internal;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.hit.Traits;
import dev.varve.error.Rejected;
import dev.varve.key.Tick;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The part of a hit that sessions are computed from.
 *
 * @param path the viewed page; empty for custom events, which are no entry or exit page
 * @param effect the effect on the session, besides extending it
 */
public record LoggedHit(HitRef ref, String path, Effect effect, Traits traits) {

    /** The effect of a hit on its session, besides extending it. */
    enum Effect {
        /** The hit counts: as a page view, or as an event that is not interactive. */
        COUNTS,
        /** The hit counts as an event, and the session is not a bounce. */
        INTERACTS,
        /** The hit is an engagement event, which has no other effect. */
        NONE
    }

    /** Longer texts are truncated, so that sessions and logs always fit into an item. */
    static final int MAX_TEXT = 2_000;

    /** Returns the logged part of a hit; refuses a hit whose id has another time than its clock. */
    public static LoggedHit of(Hit hit) {
        boolean isPageView = hit instanceof PageView;
        HitRef ref = new HitRef(hit.id(), isPageView ? HitRef.Kind.PAGE_VIEW : HitRef.Kind.EVENT);
        if (!ref.at().equals(Tick.MILLIS.floor(hit.at()))) {
            throw new Rejected(
                    "visit.id-time",
                    "hit %s happened at %s, but the time of its id is %s: create the id from the clock"
                            .formatted(hit.id(), Tick.NANOS.text(hit.at()), Tick.MILLIS.text(ref.at())));
        }
        return new LoggedHit(ref, isPageView ? cut(hit.path()) : "", effect(hit), cut(hit.traits()));
    }

    private static Effect effect(Hit hit) {
        if (hit instanceof CustomEvent event) {
            return event.isEngagement() ? Effect.NONE : event.interactive() ? Effect.INTERACTS : Effect.COUNTS;
        }
        return Effect.COUNTS;
    }

    public boolean interactive() {
        return effect == Effect.INTERACTS;
    }

    Instant at() {
        return ref.at();
    }

    public boolean isPageView() {
        return ref.kind() == HitRef.Kind.PAGE_VIEW;
    }

    static String cut(String text) {
        if (text.length() <= MAX_TEXT) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(MAX_TEXT - 1)) ? MAX_TEXT - 1 : MAX_TEXT;
        return text.substring(0, end);
    }

    private static @Nullable String cutNullable(@Nullable String text) {
        return text == null ? null : cut(text);
    }

    private static Traits cut(Traits traits) {
        return new Traits(
                cutNullable(traits.source()),
                cutNullable(traits.referrer()),
                cutNullable(traits.channel()),
                cutNullable(traits.utmSource()),
                cutNullable(traits.utmMedium()),
                cutNullable(traits.utmCampaign()),
                cutNullable(traits.utmTerm()),
                cutNullable(traits.utmContent()),
                cutNullable(traits.country()),
                cutNullable(traits.device()),
                cutNullable(traits.browser()),
                cutNullable(traits.os()));
    }
}
