package dev.varve.table;

import dev.varve.error.Rejected;
import dev.varve.item.ValueType;

/** The name and the type of an attribute that is part of a key. */
public record KeyAttribute(String name, ValueType type) {

    public KeyAttribute {
        if (name.isEmpty() || name.length() > 255) {
            throw new Rejected(
                    "schema.key-name", "key attribute name \"%s\" must have 1 to 255 characters".formatted(name));
        }
        if (type != ValueType.TEXT && type != ValueType.NUMBER && type != ValueType.BYTES) {
            throw new Rejected(
                    "schema.key-type",
                    "key attribute \"%s\" is declared %s; keys are TEXT, NUMBER or BYTES".formatted(name, type));
        }
    }

    @Override
    public String toString() {
        return name + " " + type;
    }
}
