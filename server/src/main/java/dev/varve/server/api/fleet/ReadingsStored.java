package dev.varve.server.api.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of sending readings.
 *
 * @param accepted The number of readings that were stored.
 * @param duplicates The number of readings that were stored before.
 * @param failed The number of lines that were not stored, or not completely.
 * @param errors The first errors; at most 100.
 * @param summarized In the answer to a backfill, the number of failed lines whose hour, day or month is final, so that it takes no
 *     further reading.
 */
public record ReadingsStored(
        long accepted,
        long duplicates,
        long failed,
        List<LineError> errors,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long summarized) {

    /**
     * An error in one line or element of the body.
     *
     * @param line The number of the line, from 1.
     * @param code The stable code of the error.
     * @param message What is wrong with the line.
     */
    public record LineError(int line, String code, String message) {}

    public ReadingsStored {
        errors = List.copyOf(errors);
    }
}
