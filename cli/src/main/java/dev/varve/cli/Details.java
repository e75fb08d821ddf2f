package dev.varve.cli;

import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.Paint;
import dev.varve.cli.show.Tone;
import dev.varve.server.api.fleet.DeviceJson;
import dev.varve.server.api.fleet.ReadingJson;
import dev.varve.server.api.fleet.SeriesJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Text that shows one object, with a line for each of its properties. */
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

    /** Returns the details of a device. */
    static Details of(DeviceJson device, Paint paint) {
        Instant now = Instant.now();
        Details details = new Details(paint)
                .title(device.deviceId())
                .line("name", AnswerTexts.text(device.name()))
                .line("type", AnswerTexts.word(device.type()))
                .line("status", AnswerTexts.word(device.status()) + (device.online() ? ", online" : ", offline"))
                .line("location", AnswerTexts.text(device.location()))
                .line("firmware", AnswerTexts.text(device.firmware()))
                .line(
                        "labels",
                        device.labels().isEmpty()
                                ? "–"
                                : device.labels().entrySet().stream()
                                        .map(label -> label.getKey() + "=" + label.getValue())
                                        .collect(Collectors.joining(", ")))
                .line("registered", AnswerTexts.text(device.createdAt()))
                .line("seen", HumanText.ago(device.lastSeenAt(), now));
        ReadingJson latest = device.latest();
        if (latest != null && !AnswerTexts.values(latest).isEmpty()) {
            details.line("latest", AnswerTexts.values(latest));
        }
        List<@Nullable Double> spark = device.spark().values();
        if (spark.stream().anyMatch(value -> value != null)) {
            details.line(
                    "24 h",
                    HumanText.spark(spark) + "  "
                            + AnswerTexts.text(device.spark().field()));
        }
        List<SeriesJson> series = device.series() == null ? List.of() : device.series();
        if (series.size() > 1) {
            for (SeriesJson one : series) {
                ReadingJson values = one.latest();
                details.line(
                        "series",
                        one.series()
                                + "  "
                                + HumanText.ago(one.lastSeenAt(), now)
                                + (values == null ? "" : "  " + AnswerTexts.values(values)));
            }
        }
        if (device.seriesCount() > series.size()) {
            details.line("", "… %s series in total".formatted(HumanText.count(device.seriesCount())));
        }
        DeviceJson.AlertSummary alerts = device.alerts();
        return details.line(
                "alerts",
                alerts.open() == 0
                        ? "none"
                        : "%s unresolved, the worst %s".formatted(alerts.open(), AnswerTexts.word(alerts.worst())));
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}
