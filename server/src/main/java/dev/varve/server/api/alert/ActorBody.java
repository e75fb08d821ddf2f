package dev.varve.server.api.alert;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The person who acknowledges or resolves an alert.
 *
 * @param by The name of the person; the name of the token by default.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ActorBody(@Nullable String by) {}
