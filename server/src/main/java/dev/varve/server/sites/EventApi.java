package dev.varve.server.sites;

import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.DropReason;
import dev.varve.analytics.HitRequest;
import dev.varve.analytics.IngestResult;
import dev.varve.analytics.Site;
import dev.varve.error.Rejected;
import dev.varve.error.Throttled;
import dev.varve.server.auth.ApiToken;
import dev.varve.server.http.access.AccessDenied;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.limit.Admission;
import dev.varve.server.http.meter.IngestMeter;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The route that takes hits of web sites, compatible with Plausible: {@code POST /api/event}. It needs no token, because a
 * script in a page cannot keep a secret, and answers when the hit is stored. A token for something else is refused.
 */
public final class EventApi {

    /** Enough for properties of the greatest length that Plausible documents. */
    static final int MAX_BODY = 64 * 1024;

    private static final String PATH = "/api/event";
    private static final Reply TAKEN = Reply.of(202, Reply.TEXT, "ok");
    /** The header with which Plausible marks a dropped hit. */
    private static final Reply DROPPED = TAKEN.with(Map.of("X-Plausible-Dropped", "1"));

    private static final Reply PREFLIGHT = Reply.empty(204)
            .with(Map.of(
                    "Access-Control-Allow-Methods",
                    "POST, OPTIONS",
                    "Access-Control-Allow-Headers",
                    "Content-Type, Authorization",
                    "Access-Control-Max-Age",
                    "86400"));

    private final AnalyticsStore store;
    private final Admission admission;
    private final IngestMeter meter;
    private final HitRate rate;

    /**
     * @param admission bounds the hits that are being written
     * @param rate limits the hits of one address to one site
     */
    public EventApi(AnalyticsStore store, Admission admission, HitRate rate, IngestMeter meter) {
        this.store = store;
        this.admission = admission;
        this.rate = rate;
        this.meter = meter;
    }

    public List<Route> routes() {
        return List.of(
                Route.post(PATH, this::event)
                        .open()
                        .withBody(MAX_BODY)
                        .fromAnyOrigin()
                        .described(SiteOperations.EVENT),
                new Route(Route.Method.OPTIONS, PATH, null, request -> PREFLIGHT)
                        .fromAnyOrigin()
                        .described(SiteOperations.EVENT_PREFLIGHT));
    }

    private Object event(ApiRequest request) throws Exception {
        HitRequest hit = hit(request);
        boolean isDropped = admission.run(1, () -> ingest(hit)) instanceof IngestResult.Dropped;
        meter.hit(isDropped ? IngestMeter.Hit.DROPPED : IngestMeter.Hit.ACCEPTED);
        return isDropped ? DROPPED : TAKEN;
    }

    private IngestResult ingest(HitRequest hit) {
        try {
            return store.ingest(hit);
        } catch (Rejected refused) {
            if (!refused.isOutage()) {
                meter.hit(IngestMeter.Hit.REJECTED);
            }
            throw refused;
        }
    }

    private HitRequest hit(ApiRequest request) {
        EventBody body = EventBody.parse(request.body(MAX_BODY));
        limit(request, body.domain());
        request.token().ifPresent(token -> requireFor(token, body.domain()));
        HitRequest.Builder hit =
                body.request().sender(request.ip(), request.header("User-Agent").orElse(""));
        if (isOne(request.header("DNT"))) {
            hit.doNotTrack();
        }
        if (isOne(request.header("Sec-GPC"))) {
            hit.globalPrivacyControl();
        }
        return hit.build();
    }

    private void limit(ApiRequest request, String domain) {
        Optional<String> siteId = store.siteOf(domain).map(Site::siteId);
        try {
            rate.take(request.network(), siteId.orElse(""), request.now());
        } catch (Throttled refused) {
            meter.hit(IngestMeter.Hit.REJECTED);
            siteId.ifPresent(id -> store.countDropped(id, DropReason.OVER_RATE));
            throw refused;
        }
    }

    private void requireFor(ApiToken token, String domain) {
        String site = store.siteOf(domain).map(Site::siteId).orElse(domain);
        if (!token.allowsFor("site:" + site)) {
            throw AccessDenied.notAllowed("token %s is not authorised for this site".formatted(token.name()));
        }
    }

    private static boolean isOne(Optional<String> header) {
        return header.filter("1"::equals).isPresent();
    }
}
