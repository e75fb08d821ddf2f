package dev.varve.server.api.alert;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of alerts.
 *
 * @param alerts The alerts.
 * @param next The token of the next page; null on the last page.
 */
public record AlertPage(List<AlertJson> alerts, @Nullable String next) {

    public AlertPage {
        alerts = List.copyOf(alerts);
    }
}
