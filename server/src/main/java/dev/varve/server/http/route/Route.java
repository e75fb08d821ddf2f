package dev.varve.server.http.route;

import dev.varve.server.auth.Scope;
import dev.varve.server.contract.Operation;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.limit.ServerLimits;
import org.jspecify.annotations.Nullable;

/**
 * An address and its endpoint.
 *
 * @param path with parts in braces: {@code /api/v1/devices/{id}}
 * @param scope the scope that a token must have, or null if no token is needed
 * @param errors the format of errors
 * @param tokenParameter the parameter that may hold the token if there is no header, or null for none
 * @param maxBody the largest number of bytes in a body, uncompressed; the limit of the server applies too
 * @param lane the threads that answer
 * @param readers which web pages may read the answers, errors included
 * @param operation its description, or null in tests
 */
public record Route(
        Method method,
        String path,
        @Nullable Scope scope,
        Endpoint endpoint,
        Errors errors,
        @Nullable String tokenParameter,
        int maxBody,
        Lane lane,
        Readers readers,
        @Nullable Operation operation) {

    /** The format of errors. */
    public enum Errors {
        PLAIN,
        /**
         * As InfluxDB 1 does. Its clients drop data after any status below 500, also 429, so a retryable error is 503.
         */
        INFLUX_1
    }

    /** Which threads answer, so that slow requests do not delay others. */
    public enum Lane {
        /** Most requests. */
        WORK,
        /** Requests that monitor the server. They may wait for the table. */
        WATCH,
        /** Requests that are answered at once and never block. */
        DIRECT
    }

    /** Which web pages may read the answers in a browser. */
    public enum Readers {
        OWN_PAGES,
        ANY_PAGE
    }

    /** Creates a route that takes the token only from a header. */
    public Route(Method method, String path, @Nullable Scope scope, Endpoint endpoint) {
        this(method, path, scope, endpoint, Errors.PLAIN, null, Integer.MAX_VALUE, Lane.WORK, Readers.OWN_PAGES, null);
    }

    /** The HTTP method. */
    public enum Method {
        GET,
        POST,
        PUT,
        DELETE,
        OPTIONS
    }

    /** Answers requests to a route. */
    public interface Endpoint {

        /** Returns a {@link Reply}, a {@link TabularAnswer}, or any other value, which is written as JSON. */
        Object answer(ApiRequest request) throws Exception;
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

    /** Requires another scope. */
    public Route needing(Scope newScope) {
        return new Route(method, path, newScope, endpoint, errors, tokenParameter, maxBody, lane, readers, operation);
    }

    /** Accepts the token in a parameter too, for clients that cannot send headers. Addresses end up in logs. */
    public Route withTokenIn(String parameter) {
        return new Route(method, path, scope, endpoint, errors, parameter, maxBody, lane, readers, operation);
    }

    /** Requires no token. */
    public Route open() {
        return new Route(method, path, null, endpoint, errors, tokenParameter, maxBody, lane, readers, operation);
    }

    /** Answers errors as InfluxDB 1 does: also under {@code error}, and with 503 instead of 429. */
    public Route asInflux1() {
        return new Route(
                method, path, scope, endpoint, Errors.INFLUX_1, tokenParameter, maxBody, lane, readers, operation);
    }

    /** Limits bodies to this number of bytes, uncompressed. */
    public Route withBody(int newMaxBody) {
        return new Route(method, path, scope, endpoint, errors, tokenParameter, newMaxBody, lane, readers, operation);
    }

    /** Answers even while all threads for other requests are busy. The path must have no parts in braces. */
    public Route watching() {
        return new Route(
                method, path, scope, endpoint, errors, tokenParameter, maxBody, Lane.WATCH, readers, operation);
    }

    /** Answers even while all other threads are busy. The endpoint must not block, and the path must have no parts in braces. */
    public Route direct() {
        return new Route(
                method, path, scope, endpoint, errors, tokenParameter, maxBody, Lane.DIRECT, readers, operation);
    }

    /** Lets pages of all web sites read the answers, errors included. */
    public Route fromAnyOrigin() {
        return new Route(
                method, path, scope, endpoint, errors, tokenParameter, maxBody, lane, Readers.ANY_PAGE, operation);
    }

    /** Adds the description from which the OpenAPI document is generated. */
    public Route described(Operation newOperation) {
        return new Route(method, path, scope, endpoint, errors, tokenParameter, maxBody, lane, readers, newOperation);
    }

    /** Returns the largest body of this route on a server with these limits, in bytes. */
    public int maxBody(ServerLimits limits) {
        return Math.min(maxBody, limits.body());
    }
}
