package dev.varve.server.http.route;

import dev.varve.error.InvalidPageToken;
import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import dev.varve.table.PageToken;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A page of events in a range. Page tokens contain the range of the first page, because a range relative to now would have
 * moved since.
 *
 * @param token the page token, or null for the first page
 */
public record TimePage(TimeRange range, @Nullable PageToken token) {

    private static final String BETWEEN = "~";

    /** Parses a text that {@link #next} wrote. */
    public static TimePage of(String page, Instant now) {
        String[] parts = page.split(BETWEEN, 3);
        try {
            if (parts.length == 3) {
                var token = new PageToken(parts[2]);
                var read =
                        new TimePage(TimeRange.of(TimeText.parse(parts[0], now), TimeText.parse(parts[1], now)), token);
                // Each page has exactly one text. Another spelling of the range was not written by this server.
                if (page.equals(read.next(token))) {
                    return read;
                }
            }
        } catch (Rejected e) {
            // Reported below as a wrong token, not as a wrong range.
        }
        throw new InvalidPageToken(
                "the page token does not belong to this list: pass the \"next\" of an answer unchanged");
    }

    /** Returns the token of the page after this one. */
    public @Nullable String next(@Nullable PageToken next) {
        return next == null
                ? null
                : String.join(BETWEEN, range.from().toString(), range.to().toString(), next.text());
    }
}
