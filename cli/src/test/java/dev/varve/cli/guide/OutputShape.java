package dev.varve.cli.guide;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Compares outputs by their shape: numbers, times, widths of columns, the drawing of charts and the number of similar
 * lines may differ, words may not. {@code …} in the shown output stands for any text.
 */
final class OutputShape {

    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d(T[\\d:.]+Z)?|\\d\\d[:-]\\d\\d");
    private static final Pattern NUMBER = Pattern.compile("-?\\d[\\d,]*(\\.\\d+)*");
    private static final Pattern AGE = Pattern.compile("#[smhd]\\b");
    private static final Pattern SIZE = Pattern.compile("# [KMGT]?B\\b");
    /** Braille, blocks and lines of charts. */
    private static final Pattern DRAWING = Pattern.compile("[\u2800-\u28ff\u2581-\u2588─┬·]");

    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern NUMBERS = Pattern.compile("#( #)+");

    private OutputShape() {}

    /** Returns whether an output has the shape of the shown one. */
    static boolean matches(List<String> shown, List<String> output) {
        List<String> expected = lines(shown);
        List<String> actual = lines(output);
        if (expected.size() != actual.size()) {
            return false;
        }
        for (int i = 0; i < expected.size(); i++) {
            String pattern = Pattern.quote(expected.get(i)).replace("…", "\\E.*\\Q");
            if (!actual.get(i).matches(pattern)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the shapes of the lines; of similar neighbours only the first. */
    static List<String> lines(List<String> lines) {
        List<String> shapes = new ArrayList<>();
        for (String line : lines) {
            String shape = of(line);
            if (!shape.isEmpty()
                    && (shapes.isEmpty() || !shapes.get(shapes.size() - 1).equals(shape))) {
                shapes.add(shape);
            }
        }
        return shapes;
    }

    private static String of(String line) {
        String shape = TIME.matcher(line).replaceAll("#");
        shape = NUMBER.matcher(shape).replaceAll("#");
        shape = AGE.matcher(shape).replaceAll("#");
        shape = SIZE.matcher(shape).replaceAll("# B");
        shape = DRAWING.matcher(shape).replaceAll(" ");
        shape = SPACE.matcher(shape).replaceAll(" ").strip();
        return NUMBERS.matcher(shape).replaceAll("#");
    }
}
