package dev.varve.analytics.session.internal;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.session.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sessions by their definition: a gap of more than 30 minutes between two hits starts a new session. */
final class NaiveFold {

    private static final Comparator<Hit> ORDER =
            Comparator.comparing(Hit::at).thenComparing(Hit::id).thenComparing(hit -> hit instanceof PageView ? 0 : 1);

    private NaiveFold() {}

    static List<Session> of(Collection<? extends Hit> given) {
        Map<String, Hit> hits = new HashMap<>();
        given.forEach(hit -> hits.put(hit.getClass().getSimpleName() + hit.id(), hit));
        List<List<Hit>> groups = new ArrayList<>();
        for (Hit hit : hits.values()) {
            List<Hit> together = new ArrayList<>(List.of(hit));
            groups.removeIf(group -> group.stream().anyMatch(other -> isNear(other, hit)) && together.addAll(group));
            groups.add(together);
        }
        return groups.stream()
                .map(NaiveFold::session)
                .sorted(Comparator.comparing(Session::sessionId))
                .toList();
    }

    private static boolean isNear(Hit one, Hit other) {
        return Duration.between(one.at(), other.at()).abs().toMillis() <= 30 * 60 * 1000;
    }

    private static Session session(List<Hit> hits) {
        hits.sort(ORDER);
        Hit first = hits.get(0);
        Instant end = hits.get(hits.size() - 1).at();
        List<PageView> views = hits.stream()
                .filter(PageView.class::isInstance)
                .map(PageView.class::cast)
                .toList();
        boolean isBounce = views.size() < 2 && hits.stream().noneMatch(Hit::interactive);
        return new Session(
                first.siteId(),
                first.at(),
                first.id().substring(10),
                first.visitorId(),
                end,
                (end.toEpochMilli() - first.at().toEpochMilli()) / 1000,
                views.size(),
                Math.toIntExact(hits.stream()
                        .filter(hit -> hit instanceof CustomEvent event
                                && !event.name().equals("engagement"))
                        .count()),
                isBounce ? 1 : 0,
                path(views, 0),
                path(views, views.size() - 1),
                first.traits());
    }

    private static @Nullable String path(List<PageView> views, int index) {
        return views.isEmpty() ? null : views.get(index).path();
    }
}
