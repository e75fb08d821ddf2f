package dev.varve.engine.dynamodb;

import dev.varve.error.Rejected;

/** The billing mode of tables that an engine creates. Existing tables keep theirs. */
public sealed interface Billing {

    /** Bills by request; the default. */
    static Billing onDemand() {
        return new OnDemand();
    }

    /** Bills by provisioned units per second. The table and each of its indexes get this many units. */
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
