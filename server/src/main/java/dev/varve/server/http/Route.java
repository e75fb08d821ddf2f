package dev.varve.server.http;

import dev.varve.server.auth.Scope;
import org.jspecify.annotations.Nullable;

/**
 * An address and what answers it.
 *
 * @param path with parts in braces: {@code /api/v1/devices/{id}}
 * @param scope what a token must be good for, or null where everybody may ask
 * @param errors how errors are told
 * @param tokenParameter the parameter that may hold the token where there is no header, or null for none
 */
public record Route(
        Method method,
        String path,
        @Nullable Scope scope,
        Endpoint endpoint,
        Errors errors,
        @Nullable String tokenParameter) {

    /** How those who ask here are used to be told of errors. */
    enum Errors {
        PLAIN,
        /**
         * As InfluxDB 1 does. Its clients drop what gets any status below 500, 429 too: what may be sent again gets 503.
         */
        INFLUX_1
    }

    /** Makes a route whose token comes in a header only. */
    public Route(Method method, String path, @Nullable Scope scope, Endpoint endpoint) {
        this(method, path, scope, endpoint, Errors.PLAIN, null);
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
        return new Route(method, path, newScope, endpoint, errors, tokenParameter);
    }

    /** Takes the token from a parameter, too, for clients that know no other way: addresses end up in logs. */
    public Route withTokenIn(String parameter) {
        return new Route(method, path, scope, endpoint, errors, parameter);
    }

    /** Lets everybody ask. */
    public Route open() {
        return new Route(method, path, null, endpoint, errors, tokenParameter);
    }

    /** Tells errors as InfluxDB 1 does: under {@code error} too, and 503 instead of 429. */
    public Route asInflux1() {
        return new Route(method, path, scope, endpoint, Errors.INFLUX_1, tokenParameter);
    }
}
