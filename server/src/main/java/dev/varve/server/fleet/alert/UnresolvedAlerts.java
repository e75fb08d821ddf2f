package dev.varve.server.fleet.alert;

import dev.varve.alert.Alert;
import dev.varve.alert.AlertStore;
import dev.varve.alert.Severity;
import dev.varve.entity.EntityPage;
import dev.varve.entity.EntityQuery;
import dev.varve.error.InvalidPageToken;
import dev.varve.error.Rejected;
import dev.varve.server.api.EnumWord;
import dev.varve.table.Explanation;
import dev.varve.table.PageToken;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The unresolved alerts of all devices: the highest severity first, and the newest first within a severity. The severities
 * are read one after the other. A page token holds the severity and the token of that severity's list, {@code high:…}, or
 * {@code high:} for its beginning.
 */
final class UnresolvedAlerts {

    private final AlertStore alerts;
    private final AlertFilter question;
    private final List<Severity> severities;

    UnresolvedAlerts(AlertStore alerts, AlertFilter question) {
        this.alerts = alerts;
        this.question = question;
        Severity[] all = Severity.values();
        this.severities = question.severity()
                .map(List::of)
                .orElseGet(() -> IntStream.range(0, all.length)
                        .mapToObj(i -> all[all.length - 1 - i])
                        .toList());
    }

    /** A page of alerts, and the token of the next one. */
    record Page(List<Alert> alerts, @Nullable String next) {}

    Page page(Optional<String> resume) {
        Optional<String> place = resume.map(UnresolvedAlerts::opened);
        int first = place.map(this::beginning).orElse(0);
        PageToken token = place.map(text -> text.substring(text.indexOf(':') + 1))
                .filter(text -> !text.isEmpty())
                .map(PageToken::new)
                .orElse(null);
        List<Alert> found = new ArrayList<>();
        for (int i = first; i < severities.size(); i++) {
            Severity severity = severities.get(i);
            if (found.size() == question.limit()) {
                if (query(severity).first().isPresent()) {
                    return new Page(found, sealed(severity, ""));
                }
                continue;
            }
            EntityPage<Alert> page =
                    query(severity).limit(question.limit() - found.size()).page(token);
            found.addAll(page.records());
            if (page.next() != null) {
                return new Page(found, sealed(severity, page.next().text()));
            }
            token = null;
        }
        return new Page(found, null);
    }

    private int beginning(String resume) {
        return IntStream.range(0, severities.size())
                .filter(i -> resume.startsWith(EnumWord.of(severities.get(i)) + ':'))
                .findFirst()
                .orElseThrow(UnresolvedAlerts::foreign);
    }

    private static String sealed(Severity severity, String token) {
        String place = EnumWord.of(severity) + ':' + token;
        return PageToken.of(place.getBytes(StandardCharsets.UTF_8)).text();
    }

    private static String opened(String resume) {
        return new PageToken(resume)
                .content()
                .map(place -> new String(place, StandardCharsets.UTF_8))
                .orElseThrow(UnresolvedAlerts::foreign);
    }

    private static Rejected foreign() {
        return new InvalidPageToken(
                "the page token does not belong to this list: pass the \"next\" of an answer unchanged");
    }

    private EntityQuery<Alert> query(Severity severity) {
        return question.narrowed(alerts.unresolved(severity));
    }

    List<Explanation> explain() {
        return severities.stream().map(severity -> query(severity).explain()).toList();
    }
}
