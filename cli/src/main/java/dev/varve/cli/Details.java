package dev.varve.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.Paint;
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
        lines.add(paint.paint(Tone.STRONG, HumanText.clean(text)));
        return this;
    }

    Details line(String name, String value) {
        lines.add("  " + paint.paint(Tone.FAINT, name) + " ".repeat(Math.max(1, NAMES - name.length()))
                + HumanText.clean(value));
        return this;
    }

    /** Returns a device. */
    static Details of(JsonNode device, Paint paint) {
        Instant now = Instant.now();
        Details details = new Details(paint)
                .title(device.path("deviceId").asText())
                .line("name", AnswerTexts.text(device.path("name")))
                .line("type", AnswerTexts.text(device.path("type")))
                .line(
                        "status",
                        device.path("status").asText() + (device.path("online").asBoolean() ? ", online" : ", offline"))
                .line("location", AnswerTexts.text(device.path("location")))
                .line("firmware", AnswerTexts.text(device.path("firmware")))
                .line(
                        "labels",
                        device.path("labels").isEmpty()
                                ? "–"
                                : device.path("labels").properties().stream()
                                        .map(label -> label.getKey() + "="
                                                + label.getValue().asText())
                                        .collect(Collectors.joining(", ")))
                .line("registered", AnswerTexts.text(device.path("createdAt")))
                .line("seen", HumanText.ago(AnswerTexts.time(device.path("lastSeenAt")), now));
        JsonNode latest = device.path("latest").path("fields");
        if (!latest.isEmpty()) {
            details.line("latest", AnswerTexts.fields(latest));
        }
        JsonNode spark = device.path("spark");
        if (AnswerTexts.numbers(spark.path("values")).stream().anyMatch(value -> value != null)) {
            details.line(
                    "24 h",
                    HumanText.spark(AnswerTexts.numbers(spark.path("values"))) + "  "
                            + AnswerTexts.text(spark.path("field")));
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
