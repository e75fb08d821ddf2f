package dev.varve.cli.show;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import com.github.freva.asciitable.Styler;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A table with a header; each column is as wide as its content. */
public final class TextTable {

    /** Cells with up to this many characters are never cut, because people copy ids. */
    private static final int WIDEST = 600;

    private record Cell(String text, Tone tone) {}

    private final Paint paint;
    private final List<Column> columns = new ArrayList<>();
    private final List<List<Cell>> rows = new ArrayList<>();

    public TextTable(Paint paint) {
        this.paint = paint;
    }

    /** Adds a column of texts. */
    public TextTable text(String header) {
        return column(header, HorizontalAlign.LEFT);
    }

    /** Adds a column of numbers. */
    public TextTable number(String header) {
        return column(header, HorizontalAlign.RIGHT);
    }

    private TextTable column(String header, HorizontalAlign align) {
        columns.add(new Column()
                .header(header.toUpperCase(Locale.ROOT))
                .headerAlign(align)
                .dataAlign(align)
                .maxWidth(WIDEST, OverflowBehaviour.ELLIPSIS_RIGHT));
        return this;
    }

    /** Starts a row, which {@link #cell} fills. */
    public TextTable row() {
        rows.add(new ArrayList<>());
        return this;
    }

    public TextTable cell(String text) {
        return cell(text, Tone.PLAIN);
    }

    public TextTable cell(String text, Tone tone) {
        rows.get(rows.size() - 1).add(new Cell(HumanText.clean(text), tone));
        return this;
    }

    public int size() {
        return rows.size();
    }

    /** Returns the lines, without an empty one at the end. */
    @Override
    public String toString() {
        String[][] cells = rows.stream()
                .map(row -> row.stream().map(Cell::text).toArray(String[]::new))
                .toArray(String[][]::new);
        String table = AsciiTable.builder()
                .border(AsciiTable.NO_BORDERS)
                .lineSeparator("\n")
                .styler(new Painter())
                .data(columns.toArray(Column[]::new), cells)
                .asString();
        return table.lines()
                .map(line -> line.startsWith(" ") ? line.substring(1) : line)
                .map(String::stripTrailing)
                .collect(Collectors.joining("\n"));
    }

    private final class Painter implements Styler {
        @Override
        public List<String> styleCell(Column column, int row, int col, List<String> data) {
            Tone tone = rows.get(row).get(col).tone();
            return data.stream().map(line -> painted(tone, line)).toList();
        }

        @Override
        public List<String> styleHeader(Column column, int col, List<String> data) {
            return data.stream().map(line -> painted(Tone.FAINT, line)).toList();
        }

        /** Only the text is coloured, not the padding, so that trailing spaces can be removed. */
        private String painted(Tone tone, String line) {
            String text = line.strip();
            int begin = line.indexOf(text);
            return line.substring(0, begin) + paint.paint(tone, text) + line.substring(begin + text.length());
        }
    }
}
