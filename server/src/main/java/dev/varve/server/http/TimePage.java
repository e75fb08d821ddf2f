package dev.varve.server.http;

import dev.varve.error.InvalidPageToken;
import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import dev.varve.table.PageToken;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A page of what happened in a range. The range of the first page is in the tokens of those behind it: one that is relative
 * to now would be another one by then.
 *
 * @param token where it goes on, or null for the first page
 */
public record TimePage(TimeRange range, @Nullable PageToken token) {

    private static final String BETWEEN = "~";

    /** Reads what {@link #next} wrote. */
    static TimePage of(String page, Instant now) {
        String[] parts = page.split(BETWEEN, 3);
        try {
            if (parts.length == 3) {
                var token = new PageToken(parts[2]);
                var read =
                        new TimePage(TimeRange.of(TimeText.parse(parts[0], now), TimeText.parse(parts[1], now)), token);
                // One page has one text: a range that is written in another way was not written here.
                if (page.equals(read.next(token))) {
                    return read;
                }
            }
        } catch (Rejected e) {
            // Said below: it is no fault of the range that was asked for.
        }
        throw new InvalidPageToken("the page token is none of this list: pass a next as an answer had it");
    }

    /** Returns what an answer says of the page behind it. */
    public @Nullable String next(@Nullable PageToken next) {
        return next == null
                ? null
                : String.join(BETWEEN, range.from().toString(), range.to().toString(), next.text());
    }
}
