package dev.varve.server.http;

import dev.varve.server.auth.Scope;
import org.jspecify.annotations.Nullable;

/**
 * An address and what answers it.
 *
 * @param path with parts in braces: {@code /api/v1/devices/{id}}
 * @param scope what a token must be good for, or null where everybody may ask
 */
public record Route(Method method, String path, @Nullable Scope scope, Endpoint endpoint) {

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
        return new Route(method, path, newScope, endpoint);
    }

    /** Lets everybody ask. */
    public Route open() {
        return new Route(method, path, null, endpoint);
    }
}
