package dev.varve.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.show.Paint;
import dev.varve.cli.show.Texts;
import dev.varve.cli.show.Tone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One thing, a line for each of its properties. */
final class Details {

    private static final int NAMES = 12;

    private final Paint paint;
    private final List<String> lines = new ArrayList<>();

    Details(Paint paint) {
        this.paint = paint;
    }

    Details title(String text) {
        lines.add(paint.paint(Tone.STRONG, Texts.clean(text)));
        return this;
    }

    Details line(String name, String value) {
        lines.add("  " + paint.paint(Tone.FAINT, name) + " ".repeat(Math.max(1, NAMES - name.length()))
                + Texts.clean(value));
        return this;
    }

    /** Returns a device. */
    static Details of(JsonNode device, Paint paint) {
        Instant now = Instant.now();
        Details details = new Details(paint)
                .title(device.path("deviceId").asText())
                .line("name", Answers.text(device.path("name")))
                .line("type", Answers.text(device.path("type")))
                .line(
                        "status",
                        device.path("status").asText() + (device.path("online").asBoolean() ? ", online" : ", offline"))
                .line("location", Answers.text(device.path("location")))
                .line("firmware", Answers.text(device.path("firmware")))
                .line(
                        "labels",
                        device.path("labels").isEmpty()
                                ? "–"
                                : device.path("labels").properties().stream()
                                        .map(label -> label.getKey() + "="
                                                + label.getValue().asText())
                                        .collect(Collectors.joining(", ")))
                .line("registered", Answers.text(device.path("createdAt")))
                .line("seen", Texts.ago(Answers.time(device.path("lastSeenAt")), now));
        JsonNode latest = device.path("latest").path("fields");
        if (!latest.isEmpty()) {
            details.line("latest", Answers.fields(latest));
        }
        JsonNode spark = device.path("spark");
        if (Answers.numbers(spark.path("values")).stream().anyMatch(value -> value != null)) {
            details.line(
                    "24 h",
                    Texts.spark(Answers.numbers(spark.path("values"))) + "  " + Answers.text(spark.path("field")));
        }
        long open = device.path("alerts").path("open").asLong();
        return details.line(
                "alerts",
                open == 0
                        ? "none"
                        : "%s unresolved, the worst %s"
                                .formatted(
                                        open,
                                        device.path("alerts").path("worst").asText()));
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}
