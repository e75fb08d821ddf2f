package dev.varve.server.channel.send;

import dev.varve.alert.Severity;
import dev.varve.key.Tick;
import dev.varve.server.api.channel.AlertEvent;
import dev.varve.server.channel.AlertLine;
import dev.varve.server.channel.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Renders a message as text for people; pure. No text of a rule or a device can begin a new line. */
final class MessageText {

    private static final int MAX_TITLE = 200;

    private final Message message;

    MessageText(Message message) {
        this.message = message;
    }

    /** Returns one line that says what the message is about. */
    String title() {
        List<AlertLine> alerts = message.alerts();
        int count = alerts.size() + message.more();
        String title = count == 1 && !alerts.isEmpty() ? single(alerts.get(0)) : summary(count);
        String cut = title.length() <= MAX_TITLE ? title : title.substring(0, MAX_TITLE) + "…";
        return message.test() ? "Test notice of channel " + message.channel() : cut;
    }

    private static String single(AlertLine alert) {
        return "[%s] %s: %s on %s"
                .formatted(word(alert.severity()), what(alert), clean(alert.message()), device(alert));
    }

    private String summary(int count) {
        String worst = message.alerts().stream()
                .map(AlertLine::severity)
                .max(Severity::compareTo)
                .map(MessageText::word)
                .orElse("low");
        return "[%s] %s alerts: %s%s".formatted(worst, count, events(), message.more() > 0 ? " and more" : "");
    }

    private String events() {
        return Arrays.stream(AlertEvent.values())
                .map(event -> {
                    long of = message.alerts().stream()
                            .filter(alert -> alert.event() == event)
                            .count();
                    return of == 0 ? "" : of + " " + event.word();
                })
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** Returns a line for each alert, and one for those that are only counted. */
    List<String> lines() {
        List<String> lines =
                message.alerts().stream().map(MessageText::line).collect(Collectors.toCollection(ArrayList::new));
        if (message.more() > 0) {
            lines.add("and %s more".formatted(message.more()));
        }
        return List.copyOf(lines);
    }

    static String line(AlertLine alert) {
        return "[%s] %s: %s on %s (rule %s%s, since %s%s)"
                .formatted(
                        word(alert.severity()),
                        what(alert),
                        clean(alert.message()),
                        device(alert),
                        clean(alert.rule()),
                        alert.value().map(value -> ", value " + value).orElse(""),
                        Tick.MILLIS.text(alert.openedAt()),
                        alert.resolvedAt()
                                .filter(at -> alert.event() == AlertEvent.RESOLVED)
                                .map(at -> ", resolved " + Tick.MILLIS.text(at)
                                        + alert.resolvedBy()
                                                .map(by -> " by " + clean(by))
                                                .orElse(""))
                                .orElse(""));
    }

    private static String what(AlertLine alert) {
        return alert.previousSeverity()
                .map(previous -> "%s from %s"
                        .formatted(previous.compareTo(alert.severity()) < 0 ? "escalated" : "lowered", word(previous)))
                .orElse(alert.event().word());
    }

    private static String device(AlertLine alert) {
        return clean(alert.deviceId())
                + alert.location().map(location -> " at " + clean(location)).orElse("");
    }

    private static String word(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }

    private static String clean(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", " ");
    }
}
