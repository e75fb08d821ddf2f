package dev.varve.alert.internal;

import java.time.Instant;

/**
 * One series of a declaration, as alerts name it.
 *
 * @param id what addresses it, as one text
 */
public record AlertSubject(String series, String id) {

    public String alertId(String rule, Instant opened) {
        return AlertId.of(series, id, rule, opened);
    }
}
