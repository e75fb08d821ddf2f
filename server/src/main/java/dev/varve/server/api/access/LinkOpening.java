package dev.varve.server.api.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What opens a shared link.
 *
 * @param secret The part of the link after the {@code #}.
 * @param password The password, if the link has one.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LinkOpening(@Nullable String secret, @Nullable String password) {}
