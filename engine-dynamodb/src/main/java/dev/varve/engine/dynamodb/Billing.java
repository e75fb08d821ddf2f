package dev.varve.engine.dynamodb;

import dev.varve.error.Rejected;

/** How AWS bills the tables an engine creates; tables that exist keep what they have. */
public sealed interface Billing {

    /** By request; the default. */
    static Billing onDemand() {
        return new OnDemand();
    }

    /** By units a second, for the table and as many again for each index. */
    static Billing provisioned(long readUnits, long writeUnits) {
        return new Provisioned(readUnits, writeUnits);
    }

    record OnDemand() implements Billing {}

    record Provisioned(long readUnits, long writeUnits) implements Billing {
        public Provisioned {
            if (readUnits < 1 || writeUnits < 1) {
                throw new Rejected(
                        "billing.units",
                        "provisioned capacity needs at least 1 read and 1 write unit; given %s and %s"
                                .formatted(readUnits, writeUnits));
            }
        }
    }
}
