package dev.varve.alert;

import java.time.Duration;
import java.util.Optional;

/** The condition that breaks a rule and the one that clears it. Stored states are compared by the text, so it is stable. */
public sealed interface Trigger {

    /** Returns the field that is evaluated; empty for silence. */
    Optional<String> field();

    /** The field is above a limit; clear at or below {@code clear}. */
    record Above(String name, double limit, double clear) implements Trigger {
        @Override
        public Optional<String> field() {
            return Optional.of(name);
        }

        @Override
        public String toString() {
            return "%s above %s, clear at %s".formatted(name, limit, clear);
        }
    }

    /** The field is below a limit; clear at or above {@code clear}. */
    record Below(String name, double limit, double clear) implements Trigger {
        @Override
        public Optional<String> field() {
            return Optional.of(name);
        }

        @Override
        public String toString() {
            return "%s below %s, clear at %s".formatted(name, limit, clear);
        }
    }

    /** The field is outside a range; clear inside another one, bounds included. */
    record Outside(String name, double low, double high, double clearLow, double clearHigh) implements Trigger {
        @Override
        public Optional<String> field() {
            return Optional.of(name);
        }

        @Override
        public String toString() {
            return "%s outside %s to %s, clear inside %s to %s".formatted(name, low, high, clearLow, clearHigh);
        }
    }

    /** The field rises or falls between two readings by more than an amount in a time; clear at or below {@code clear}. */
    record Changing(String name, double amount, Duration per, double clear) implements Trigger {
        @Override
        public Optional<String> field() {
            return Optional.of(name);
        }

        @Override
        public String toString() {
            return "%s changes by more than %s in %s, clear at %s".formatted(name, amount, per, clear);
        }
    }

    /** No reading comes for this long; the next one clears. */
    record Silent(Duration duration) implements Trigger {
        @Override
        public Optional<String> field() {
            return Optional.empty();
        }

        @Override
        public String toString() {
            return "silent for " + duration;
        }
    }
}
