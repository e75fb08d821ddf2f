package dev.varve.cli.query;

import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.Paint;
import dev.varve.cli.show.Tone;
import dev.varve.server.api.Explained;
import dev.varve.server.http.answer.Json;
import java.io.PrintWriter;
import java.math.BigDecimal;

/**
 * The output of a query.
 *
 * @param width the width of charts in characters
 * @param height the height of charts in lines
 */
public record Screen(PrintWriter out, PrintWriter err, Paint paint, int width, int height) {

    void print(Grid grid, OutputStyle shape) {
        if (shape == OutputStyle.TABLE && grid.isEmpty()) {
            note("no data in this range");
        } else {
            out.println(shape == OutputStyle.CSV ? grid.csv() : grid.table(paint));
        }
    }

    void print(Object answer) {
        out.println(HumanText.cleanJson(Json.pretty(answer)));
    }

    void note(String text) {
        err.println(HumanText.clean(text));
    }

    void title(String name, String rest) {
        out.println(paint.paint(Tone.STRONG, HumanText.clean(name)) + "  "
                + paint.paint(Tone.FAINT, HumanText.clean(rest)));
    }

    /** Shows what a request would do and cost. */
    void explain(Explained explained, OutputStyle shape) {
        if (shape == OutputStyle.JSON) {
            print(explained);
            return;
        }
        for (Explained.Request request : explained.requests()) {
            title(request.operation(), request.target());
            request.details().forEach(line -> out.println("  " + HumanText.clean(line)));
        }
        out.println("  at most %s, %s, $%s"
                .formatted(
                        units(explained.capacity().read(), "read"),
                        units(explained.capacity().write(), "write"),
                        BigDecimal.valueOf(explained.dollars())
                                .stripTrailingZeros()
                                .toPlainString()));
    }

    private static String units(double number, String kind) {
        return "%s %s %s".formatted(HumanText.exact(number), kind, number == 1 ? "unit" : "units");
    }
}
