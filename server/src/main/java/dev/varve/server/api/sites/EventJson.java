package dev.varve.server.api.sites;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page view or event, as Plausible's clients send it. Each property also has a long name.
 *
 * @param n {@code pageview} or the name of a custom event. Also {@code name}.
 * @param u The address of the page. Also {@code url}.
 * @param d The id of the site or one of its domains. Also {@code domain}.
 * @param r The address the visitor came from. Also {@code referrer}.
 * @param p Properties: texts, numbers and booleans. Also {@code props}.
 * @param revenue Revenue with an amount and a currency. Also {@code revenue}.
 * @param i Whether the visitor did something. Also {@code interactive}.
 * @param id A ULID of the client. A hit that is sent again with the same id is counted once.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EventJson(
        @Nullable String n,
        @Nullable String u,
        @Nullable String d,
        @Nullable String r,
        @Nullable Map<String, Object> p,
        @JsonProperty("$") @Nullable Map<String, Object> revenue,
        @Nullable Boolean i,
        @Nullable String id) {}
