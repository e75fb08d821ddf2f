package dev.varve.server.api.sites;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.varve.server.api.Malformed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A funnel to save or to replace.
 *
 * @param name The name; the id by default.
 * @param goalIds The ids of 2 to 8 goals, in the order of the steps.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SavedFunnelBody(
        @Nullable String name,

        @Malformed(
                code = "funnel.steps",
                message = "goalIds must be a list of ids of goals, such as [\"cart\",\"purchase\"]")
        @Nullable
        List<String> goalIds) {}
