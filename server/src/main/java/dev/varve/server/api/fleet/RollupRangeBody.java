package dev.varve.server.api.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.varve.server.api.ScalarText;
import org.jspecify.annotations.Nullable;

/**
 * The rollup rows to verify or to rebuild.
 *
 * @param device The id of a device; all rows are checked without it.
 * @param from The start of the range; 32 days ago by default.
 * @param to The end of the range, not included. The default is now for a rebuild, and the last full hour for a check.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RollupRangeBody(
        @Nullable String device,
        @JsonDeserialize(using = ScalarText.class) @Nullable String from,
        @JsonDeserialize(using = ScalarText.class) @Nullable String to) {}
