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
 * @param only The one site or device that the token may send data for, such as {@code site:blog} or {@code device:x}. The
 *     scope must be {@code write} alone then.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TokenBody(
        @Nullable String name,

        @OneOf(Scope.class)
        @Malformed(code = "token.scopes", message = "scopes must be a list of write, read and admin")
        @Nullable
        List<String> scopes,

        @Nullable String only) {}
