package dev.varve.server.access;

import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.access.LinkBody;
import dev.varve.server.api.access.LinkCreated;
import dev.varve.server.api.access.LinkJson;
import dev.varve.server.api.access.LinkList;
import dev.varve.server.api.access.LinkOpening;
import dev.varve.server.api.access.LinkSession;
import dev.varve.server.auth.Scope;
import dev.varve.server.auth.SharedLink;
import dev.varve.server.auth.SharedLinks;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.answer.Quoted;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Routes of shared links: an admin lists, creates and revokes them, and everybody with a link opens it. */
public final class LinkApi {

    /** A secret and the longest password in any encoding. */
    private static final int MAX_OPENING = 4_096;

    private static final int MAX_SECRET = 200;
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{32}");

    private final SharedLinks links;
    private final Predicate<String> isSite;
    private final Runnable whenRevoked;

    /**
     * @param isSite whether a site with this id exists
     * @param whenRevoked called after a link was revoked, to end open streams
     */
    public LinkApi(SharedLinks links, Predicate<String> isSite, Runnable whenRevoked) {
        this.links = links;
        this.isSite = isSite;
        this.whenRevoked = whenRevoked;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/sites/{id}/links", this::list)
                        .described(LinkOperations.LINKS)
                        .needing(Scope.ADMIN),
                Route.post("/api/v1/sites/{id}/links", this::create).described(LinkOperations.CREATE_LINK),
                Route.delete("/api/v1/sites/{id}/links/{link}", this::revoke).described(LinkOperations.REVOKE_LINK),
                Route.post("/api/v1/sites/{id}/shared", this::open)
                        .open()
                        .withBody(MAX_OPENING)
                        .described(LinkOperations.OPEN_LINK));
    }

    private String site(ApiRequest request) {
        String id = request.path("id");
        if (!isSite.test(id)) {
            throw new NotFound("there is no site " + Quoted.of(id));
        }
        return id;
    }

    private Object list(ApiRequest request) {
        return new LinkList(links.list(site(request)).stream()
                .sorted(Comparator.comparing((SharedLink link) ->
                                Optional.ofNullable(link.createdAt()).orElse(Instant.EPOCH))
                        .thenComparing(SharedLink::linkId))
                .map(LinkApi::shown)
                .toList());
    }

    private static LinkJson shown(SharedLink link) {
        return new LinkJson(link.linkId(), link.name(), link.hasPassword(), link.createdAt());
    }

    private Object create(ApiRequest request) {
        String siteId = site(request);
        LinkBody body = request.json(LinkBody.class);
        SharedLinks.Created made =
                links.create(siteId, body.name() == null ? "link" : body.name(), Optional.ofNullable(body.password()));
        SharedLink link = made.link();
        return Reply.json(
                201,
                new LinkCreated(
                        link.linkId(),
                        link.name(),
                        link.hasPassword(),
                        link.createdAt(),
                        // The id of a site needs no encoding.
                        "/shared/" + siteId + "#" + made.secret()));
    }

    private Object revoke(ApiRequest request) {
        String linkId = request.path("link");
        if (!HASH.matcher(linkId).matches() || !links.revoke(request.path("id"), linkId)) {
            throw new NotFound(
                    "site %s has no shared link %s".formatted(Quoted.of(request.path("id")), Quoted.of(linkId)));
        }
        whenRevoked.run();
        return new EmptyJson();
    }

    /** The same answer for an unknown site and an unknown link. The time until the answer may still tell them apart. */
    private Object open(ApiRequest request) {
        LinkOpening body = request.json(LinkOpening.class);
        String secret = body.secret() == null ? "" : body.secret();
        String siteId = request.path("id");
        return Optional.of(new SharedLinks.Request(
                        siteId, secret, Optional.ofNullable(body.password()), request.network()))
                .filter(asked -> !secret.isEmpty() && secret.length() <= MAX_SECRET && isSite.test(siteId))
                .flatMap(links::open)
                .map(opened -> opened.session()
                        .map(session -> new LinkSession(false, session, opened.expiresAt()))
                        .orElseGet(() -> new LinkSession(true, null, null)))
                .orElseThrow(() -> new NotFound("this link does not exist, or it was revoked"));
    }
}
