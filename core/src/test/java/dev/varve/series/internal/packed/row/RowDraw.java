package dev.varve.series.internal.packed.row;

import java.util.random.RandomGenerator;

/** Draws rows of all kinds of fields, of few shapes and many. */
public final class RowDraw {

    private final RandomGenerator random;

    public RowDraw(RandomGenerator random) {
        this.random = random;
    }

    public Row row(long tick) {
        RowBuilder row = new RowBuilder();
        int fields = random.nextInt(5);
        int first = random.nextInt(3);
        for (int i = first; i < first + fields; i++) {
            add(row, i);
        }
        return row.build(tick);
    }

    private void add(RowBuilder row, int field) {
        // One name has fields of two kinds in different rows, and some names end like the marks of kinds.
        switch (field) {
            case 0 -> row.number("a", number());
            case 1 -> {
                if (random.nextBoolean()) {
                    row.flag("b?", random.nextBoolean());
                } else {
                    row.number("b?", number());
                }
            }
            case 2 -> row.text(random.nextBoolean() ? "note" : "n$", text());
            case 3 -> row.decimal("big~", "9007199254740993" + random.nextInt(10));
            case 4 -> row.number("note#", number());
            default -> row.number("m.%2E" + field + "#$~?".charAt(random.nextInt(4)), number());
        }
    }

    private double number() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(100) / 10.0;
            case 1 -> random.nextDouble();
            case 2 -> -0.0;
            default -> random.nextLong();
        };
    }

    private String text() {
        return switch (random.nextInt(3)) {
            case 0 -> "";
            case 1 -> "überhitzt";
            default -> "x".repeat(random.nextInt(40));
        };
    }
}
