package dev.varve.cli.client;

import dev.varve.server.api.alert.AlertJson;
import dev.varve.server.api.alert.AlertPage;
import dev.varve.server.api.fleet.DeviceJson;
import dev.varve.server.api.fleet.DevicePage;
import dev.varve.server.api.fleet.ReadingJson;
import dev.varve.server.api.fleet.ReadingPage;
import dev.varve.server.api.sites.SiteJson;
import dev.varve.server.api.sites.SitePage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A list that the API returns in pages.
 *
 * @param most the largest page that the API allows
 * @param next returns the token of the next page
 * @param joined creates a page with the elements of several
 */
public record PagedList<P, T>(
        Class<P> type, int most, Function<P, List<T>> list, Function<P, @Nullable String> next, Joined<P, T> joined) {

    public static final PagedList<DevicePage, DeviceJson> DEVICES = new PagedList<>(
            DevicePage.class,
            500,
            DevicePage::devices,
            DevicePage::next,
            (first, rows, next) -> new DevicePage(rows, first.total(), next));

    public static final PagedList<AlertPage, AlertJson> ALERTS = new PagedList<>(
            AlertPage.class,
            1_000,
            AlertPage::alerts,
            AlertPage::next,
            (first, rows, next) -> new AlertPage(rows, next));

    public static final PagedList<SitePage, SiteJson> SITES = new PagedList<>(
            SitePage.class, 100, SitePage::sites, SitePage::next, (first, rows, next) -> new SitePage(rows, next));

    public static final PagedList<ReadingPage, ReadingJson> READINGS = new PagedList<>(
            ReadingPage.class,
            10_000,
            ReadingPage::readings,
            ReadingPage::next,
            (first, rows, next) -> new ReadingPage(rows, next));

    /** Creates one page from several. */
    public interface Joined<P, T> {
        P of(P first, List<T> rows, @Nullable String next);
    }

    /** Returns the first elements of a list as one page. Its {@code next} is set if there are more. */
    public P first(ApiClient client, ApiCall call, int limit) {
        P first = client.ask(call.with("limit", Math.min(limit, most)), type);
        List<T> rows = new ArrayList<>(list.apply(first));
        String token = next.apply(first);
        while (rows.size() < limit && token != null) {
            P page = client.ask(call.with("page", token).with("limit", Math.min(limit - rows.size(), most)), type);
            rows.addAll(list.apply(page));
            token = next.apply(page);
        }
        return joined.of(first, rows, token);
    }
}
