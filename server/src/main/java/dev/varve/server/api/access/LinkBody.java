package dev.varve.server.api.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A shared link to create.
 *
 * @param name The name by which people recognise it, 1 to 100 characters; {@code link} by default.
 * @param password The password that visitors of the page have to enter, 8 to 200 characters; none by default.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LinkBody(@Nullable String name, @Nullable String password) {}
