package dev.varve.benchmarks.peers;

import java.util.List;
import java.util.Map;

/** Compares answers. */
final class Answers {

    /** The largest relative difference of two values that count as equal: databases add in different orders. */
    static final double TOLERANCE = 1e-9;

    private Answers() {}

    /** Throws if an answer differs from the expected one; the message says where. */
    static void check(Object question, Map<String, List<Point>> expected, Map<String, List<Point>> actual) {
        if (expected.size() != actual.size()) {
            throw new WrongAnswer(question, "%s devices instead of %s".formatted(actual.size(), expected.size()));
        }
        expected.forEach((device, points) -> {
            List<Point> found = actual.get(device);
            if (found == null) {
                throw new WrongAnswer(question, "device \"%s\" is missing".formatted(device));
            }
            check(question, device, points, found);
        });
    }

    private static void check(Object question, String device, List<Point> expected, List<Point> actual) {
        if (expected.size() != actual.size()) {
            throw new WrongAnswer(
                    question,
                    "%s points of device \"%s\" instead of %s".formatted(actual.size(), device, expected.size()));
        }
        for (int i = 0; i < expected.size(); i++) {
            Point right = expected.get(i);
            Point found = actual.get(i);
            if (right.millis() != found.millis()) {
                throw new WrongAnswer(
                        question,
                        "point %s of device \"%s\" is at %s instead of %s"
                                .formatted(i, device, found.millis(), right.millis()));
            }
            for (int field = 0; field < Field.COUNT; field++) {
                if (!isEqual(right.values()[field], found.values()[field])) {
                    throw new WrongAnswer(
                            question,
                            "%s of device \"%s\" at %s is %s instead of %s"
                                    .formatted(
                                            Field.at(field).text(),
                                            device,
                                            right.millis(),
                                            found.values()[field],
                                            right.values()[field]));
                }
            }
        }
    }

    private static boolean isEqual(double expected, double actual) {
        return Math.abs(expected - actual) <= TOLERANCE * Math.max(Math.abs(expected), Math.abs(actual));
    }

    /** A database gave a wrong answer. */
    static final class WrongAnswer extends RuntimeException {

        private static final long serialVersionUID = 1;

        WrongAnswer(Object question, String problem) {
            super("wrong answer to %s: %s".formatted(question, problem));
        }
    }
}
