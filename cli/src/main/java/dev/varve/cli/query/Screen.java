package dev.varve.cli.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.Paint;
import dev.varve.cli.show.Tone;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Where answers are shown.
 *
 * @param width of charts, in characters
 * @param height of charts, in lines
 */
public record Screen(PrintWriter out, PrintWriter err, Paint paint, int width, int height) {

    void print(Grid grid, OutputStyle shape) {
        if (shape == OutputStyle.TABLE && grid.isEmpty()) {
            note("no data in this range");
        } else {
            out.println(shape == OutputStyle.CSV ? grid.csv() : grid.table(paint));
        }
    }

    void print(JsonNode answer) {
        out.println(HumanText.cleanJson(answer.toPrettyString()));
    }

    void note(String text) {
        err.println(HumanText.clean(text));
    }

    void title(String name, String rest) {
        out.println(paint.paint(Tone.STRONG, HumanText.clean(name)) + "  "
                + paint.paint(Tone.FAINT, HumanText.clean(rest)));
    }

    /** Says what a request would do and cost. */
    public void explain(JsonNode explanation, OutputStyle shape) {
        if (shape == OutputStyle.JSON || !explanation.has("requests")) {
            print(explanation);
            return;
        }
        for (JsonNode request : explanation.path("requests")) {
            title(request.path("operation").asText(), request.path("target").asText());
            for (String line : details(request.path("details"))) {
                out.println("  " + HumanText.clean(line));
            }
        }
        JsonNode capacity = explanation.path("capacity");
        out.println("  at most %s, %s, $%s"
                .formatted(
                        units(capacity.path("read").asDouble(), "read"),
                        units(capacity.path("write").asDouble(), "write"),
                        java.math.BigDecimal.valueOf(explanation.path("dollars").asDouble())
                                .stripTrailingZeros()
                                .toPlainString()));
    }

    private static String units(double number, String kind) {
        return "%s %s %s".formatted(HumanText.exact(number), kind, number == 1 ? "unit" : "units");
    }

    private static List<String> details(JsonNode details) {
        List<String> lines = new ArrayList<>();
        if (details.isObject()) {
            details.properties()
                    .forEach(detail ->
                            lines.add(detail.getKey() + ": " + detail.getValue().asText()));
        } else if (details.isArray()) {
            details.forEach(detail -> lines.add(detail.asText()));
        } else {
            lines.add(details.asText());
        }
        return lines;
    }
}
