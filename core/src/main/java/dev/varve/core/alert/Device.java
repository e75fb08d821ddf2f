package dev.varve.core.alert;

import java.time.Instant;

/**
 * One series of a declaration, as alerts name it.
 *
 * @param id what addresses it, as one text
 */
record Device(String series, String id) {

    String alertId(String rule, Instant opened) {
        return AlertId.of(series, id, rule, opened);
    }
}
