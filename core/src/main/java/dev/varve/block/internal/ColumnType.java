package dev.varve.block.internal;

/** What a column holds. */
public enum ColumnType {
    DOUBLE(0),
    LONG(1),
    BOOLEAN(2),
    TEXT(3);

    private final int code;

    ColumnType(int code) {
        this.code = code;
    }

    /** Returns the number of this type in the format. */
    int code() {
        return code;
    }

    static ColumnType of(int code) {
        return switch (code) {
            case 0 -> DOUBLE;
            case 1 -> LONG;
            case 2 -> BOOLEAN;
            default -> TEXT;
        };
    }

    static ColumnType of(Column column) {
        if (column instanceof Column.Doubles) {
            return DOUBLE;
        }
        if (column instanceof Column.Longs) {
            return LONG;
        }
        return column instanceof Column.Booleans ? BOOLEAN : TEXT;
    }
}
