package dev.varve.alert.internal;

import java.time.Instant;

/**
 * One identity of a series, as alerts name it.
 *
 * @param id the identity parts as one text
 */
public record AlertSubject(String series, String id) {

    public String alertId(String rule, Instant opened) {
        return AlertId.of(series, id, rule, opened);
    }
}
