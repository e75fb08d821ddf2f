package dev.varve.server.sites;

import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.Goal;
import dev.varve.analytics.SavedFunnel;
import dev.varve.analytics.Site;
import dev.varve.entity.EntityOutcome;
import dev.varve.error.Rejected;
import dev.varve.server.api.sites.SavedFunnelBody;
import dev.varve.server.api.sites.SavedFunnelJson;
import dev.varve.server.api.sites.SavedFunnelList;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Routes of the saved funnels of sites. Their visitors are counted by {@link ListsApi}. */
public final class FunnelsApi {

    private static final String FUNNELS = "/api/v1/sites/{id}/saved-funnels";
    private static final int MOST = 100;

    private final AnalyticsStore store;

    public FunnelsApi(AnalyticsStore store) {
        this.store = store;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(FUNNELS, this::list).described(SiteOperations.SAVED_FUNNELS),
                Route.put(FUNNELS + "/{funnel}", this::put).described(SiteOperations.PUT_FUNNEL),
                Route.delete(FUNNELS + "/{funnel}", this::delete).described(SiteOperations.DELETE_FUNNEL));
    }

    private Object list(ApiRequest request) {
        List<SavedFunnelJson> funnels = store
                .funnels(SiteQuery.site(store, request).siteId())
                .stream()
                .map(SavedFunnelJson::of)
                .toList();
        return TabularAnswer.of(new SavedFunnelList(funnels), funnels, "funnelId", "name", "goalIds");
    }

    private Object put(ApiRequest request) {
        Site site = SiteQuery.site(store, request);
        SavedFunnelBody body = request.json(SavedFunnelBody.class);
        String id = request.path("funnel");
        List<String> goalIds = Optional.ofNullable(body.goalIds()).orElse(List.of());
        SavedFunnel funnel = new SavedFunnel(
                site.siteId(), id, Optional.ofNullable(body.name()).orElse(id), goalIds, null);
        requireGoals(funnel);
        if (store.funnels(site.siteId()).stream()
                        .filter(other -> !other.funnelId().equals(id))
                        .count()
                >= MOST) {
            throw new Rejected(
                    "funnel.too-many",
                    "site %s has %s funnels, which is the limit: delete one first".formatted(site.siteId(), MOST));
        }
        store.putFunnel(funnel);
        return SavedFunnelJson.of(store.funnel(site.siteId(), id).orElse(funnel));
    }

    private void requireGoals(SavedFunnel funnel) {
        Set<String> known =
                store.goals(funnel.siteId()).stream().map(Goal::goalId).collect(Collectors.toSet());
        funnel.goalIds().stream().filter(id -> !known.contains(id)).findFirst().ifPresent(id -> {
            throw new Rejected(
                    "funnel.goal",
                    "site %s has no goal \"%s\": create it first".formatted(funnel.siteId(), EnumTexts.shown(id)));
        });
    }

    private Object delete(ApiRequest request) {
        EntityOutcome.OfDelete<SavedFunnel> outcome =
                store.deleteFunnel(SiteQuery.site(store, request).siteId(), request.path("funnel"));
        if (outcome instanceof EntityOutcome.Missing) {
            throw missing(request.path("id"), request.path("funnel"));
        }
        return Reply.empty(204);
    }

    static NotFound missing(String siteId, String funnelId) {
        return new NotFound("site %s has no funnel %s".formatted(siteId, EnumTexts.shown(funnelId)));
    }
}
