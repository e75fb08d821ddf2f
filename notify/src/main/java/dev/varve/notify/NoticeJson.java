package dev.varve.notify;

import dev.varve.alert.Alert;
import dev.varve.alert.AlertNotice;
import dev.varve.key.Tick;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/** Writes a notice as a JSON object; absent parts are left out, instants are texts with nine digits of fraction. */
final class NoticeJson {

    private final StringBuilder out = new StringBuilder("{");

    private NoticeJson() {}

    static String of(AlertNotice notice) {
        Alert alert = notice.alert();
        return new NoticeJson()
                .text("id", notice.id())
                .text("event", lower(notice.event()))
                .text("alertId", alert.alertId())
                .text("deviceId", alert.deviceId())
                .text("series", alert.series())
                .text("rule", alert.rule())
                .text("severity", lower(alert.severity()))
                .text("status", lower(alert.status()))
                .text("message", alert.message())
                .instant("openedAt", Optional.of(alert.openedAt()))
                .instant("readingAt", Optional.of(alert.readingAt()))
                .number("value", alert.value())
                .instant("acknowledgedAt", alert.acknowledgedAt())
                .optional("acknowledgedBy", alert.acknowledgedBy())
                .instant("resolvedAt", alert.resolvedAt())
                .optional("resolvedBy", alert.resolvedBy())
                .end();
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private NoticeJson optional(String name, Optional<String> value) {
        return value.isPresent() ? text(name, value.get()) : this;
    }

    private NoticeJson instant(String name, Optional<Instant> value) {
        return value.isPresent() ? text(name, Tick.NANOS.text(value.get())) : this;
    }

    /** JSON has no infinity; a double's own text is JSON otherwise. */
    private NoticeJson number(String name, Optional<Double> value) {
        if (value.filter(Double::isFinite).isPresent()) {
            name(name);
            out.append(value.get().doubleValue());
        }
        return this;
    }

    private NoticeJson text(String name, String value) {
        name(name);
        quote(value);
        return this;
    }

    private void name(String name) {
        if (out.length() > 1) {
            out.append(',');
        }
        quote(name);
        out.append(':');
    }

    /** Escapes what JSON demands, and what some readers stumble over: other controls, line separators, lone surrogates. */
    private void quote(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                out.append(c).append(text.charAt(++i));
            } else if (Character.isISOControl(c) || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
                out.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private String end() {
        return out.append('}').toString();
    }
}
