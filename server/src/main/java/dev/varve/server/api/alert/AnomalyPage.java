package dev.varve.server.api.alert;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of anomalies.
 *
 * @param anomalies The anomalies.
 * @param next The token of the next page; null on the last page.
 */
public record AnomalyPage(
        List<AnomalyJson> anomalies, @Nullable String next) {

    public AnomalyPage {
        anomalies = List.copyOf(anomalies);
    }
}
