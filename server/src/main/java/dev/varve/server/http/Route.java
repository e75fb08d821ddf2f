package dev.varve.server.http;

import dev.varve.server.auth.Scope;
import org.jspecify.annotations.Nullable;

/**
 * An address and what answers it.
 *
 * @param path with parts in braces: {@code /api/v1/devices/{id}}
 * @param scope what a token must be good for, or null where everybody may ask
 * @param tokenParameter the parameter that may hold the token where there is no header, or null for none
 */
public record Route(
        Method method,
        String path,
        @Nullable Scope scope,
        Endpoint endpoint,
        @Nullable String tokenParameter) {

    /** Makes a route whose token comes in a header only. */
    public Route(Method method, String path, @Nullable Scope scope, Endpoint endpoint) {
        this(method, path, scope, endpoint, null);
    }

    /** What is done with an address. */
    public enum Method {
        GET,
        POST,
        PUT,
        DELETE,
        OPTIONS
    }

    /** Answers requests. */
    public interface Endpoint {

        /** Returns a {@link Reply}, {@link Rows}, or anything else, which is written as JSON. */
        Object answer(Ask ask) throws Exception;
    }

    public static Route get(String path, Endpoint endpoint) {
        return new Route(Method.GET, path, Scope.READ, endpoint);
    }

    public static Route put(String path, Endpoint endpoint) {
        return new Route(Method.PUT, path, Scope.ADMIN, endpoint);
    }

    public static Route post(String path, Endpoint endpoint) {
        return new Route(Method.POST, path, Scope.ADMIN, endpoint);
    }

    public static Route delete(String path, Endpoint endpoint) {
        return new Route(Method.DELETE, path, Scope.ADMIN, endpoint);
    }

    /** Asks for another token. */
    public Route needing(Scope newScope) {
        return new Route(method, path, newScope, endpoint, tokenParameter);
    }

    /** Takes the token from a parameter, too, for clients that know no other way: addresses end up in logs. */
    public Route withTokenIn(String parameter) {
        return new Route(method, path, scope, endpoint, parameter);
    }

    /** Lets everybody ask. */
    public Route open() {
        return new Route(method, path, null, endpoint);
    }
}
