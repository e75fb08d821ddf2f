package dev.varve.server.api.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.varve.server.api.Malformed;
import dev.varve.server.api.OneOf;
import dev.varve.server.auth.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A token to create.
 *
 * @param name The name of its owner; 1 to 100 characters.
 * @param scopes The scopes: {@code write}, {@code read} and {@code admin}.
 * @param only The one site that the token may read and send hits for, such as {@code site:blog}, or the one device that it
 *     may send readings for, such as {@code device:x}. The scope of a device must be {@code write} alone; that of a site may
 *     not be {@code admin}.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TokenBody(
        @Nullable String name,

        @OneOf(Scope.class)
        @Malformed(code = "token.scopes", message = "scopes must be a list of write, read and admin")
        @Nullable
        List<String> scopes,

        @Nullable String only) {}
