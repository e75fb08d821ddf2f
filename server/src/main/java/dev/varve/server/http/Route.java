package dev.varve.server.http;

import dev.varve.server.auth.Scope;
import dev.varve.server.contract.Operation;
import org.jspecify.annotations.Nullable;

/**
 * An address and what answers it.
 *
 * @param path with parts in braces: {@code /api/v1/devices/{id}}
 * @param scope what a token must be good for, or null where everybody may ask
 * @param errors how errors are told
 * @param tokenParameter the parameter that may hold the token where there is no header, or null for none
 * @param maxBody the bytes of the longest body, unpacked; the limit of the server holds too
 * @param lane the threads that answer
 * @param readers which pages may read the answers, errors included
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

    /** How those who ask here are used to be told of errors. */
    enum Errors {
        PLAIN,
        /**
         * As InfluxDB 1 does. Its clients drop what gets any status below 500, 429 too: what may be sent again gets 503.
         */
        INFLUX_1
    }

    /** Which threads answer, so that slow requests leave others their own. */
    enum Lane {
        /** Most requests. */
        WORK,
        /** Requests by which the server is watched. They may wait for the table. */
        WATCH,
        /** Requests that are answered at once, without waiting for anything. */
        DIRECT
    }

    /** Which pages a browser lets read the answers. */
    enum Readers {
        OWN_PAGES,
        ANY_PAGE
    }

    /** Makes a route whose token comes in a header only. */
    public Route(Method method, String path, @Nullable Scope scope, Endpoint endpoint) {
        this(method, path, scope, endpoint, Errors.PLAIN, null, Integer.MAX_VALUE, Lane.WORK, Readers.OWN_PAGES, null);
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

        /** Returns a {@link Reply}, {@link TabularAnswer}, or anything else, which is written as JSON. */
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

    /** Asks for another token. */
    public Route needing(Scope newScope) {
        return new Route(method, path, newScope, endpoint, errors, tokenParameter, maxBody, lane, readers, operation);
    }

    /** Takes the token from a parameter, too, for clients that know no other way: addresses end up in logs. */
    public Route withTokenIn(String parameter) {
        return new Route(method, path, scope, endpoint, errors, parameter, maxBody, lane, readers, operation);
    }

    /** Lets everybody ask. */
    public Route open() {
        return new Route(method, path, null, endpoint, errors, tokenParameter, maxBody, lane, readers, operation);
    }

    /** Tells errors as InfluxDB 1 does: under {@code error} too, and 503 instead of 429. */
    public Route asInflux1() {
        return new Route(
                method, path, scope, endpoint, Errors.INFLUX_1, tokenParameter, maxBody, lane, readers, operation);
    }

    /** Takes bodies up to this number of bytes, unpacked. */
    public Route withBody(int newMaxBody) {
        return new Route(method, path, scope, endpoint, errors, tokenParameter, newMaxBody, lane, readers, operation);
    }

    /** Answers while all threads for other requests are busy. The path must have no parts in braces. */
    public Route watching() {
        return new Route(
                method, path, scope, endpoint, errors, tokenParameter, maxBody, Lane.WATCH, readers, operation);
    }

    /** Answers while all other threads are busy. The endpoint must not wait for anything, and the path have no parts in braces. */
    public Route direct() {
        return new Route(
                method, path, scope, endpoint, errors, tokenParameter, maxBody, Lane.DIRECT, readers, operation);
    }

    /** Lets pages of every site read the answers, errors included. */
    public Route fromAnyOrigin() {
        return new Route(
                method, path, scope, endpoint, errors, tokenParameter, maxBody, lane, Readers.ANY_PAGE, operation);
    }

    /** Describes it: the API's description is generated from this. */
    public Route described(Operation newOperation) {
        return new Route(method, path, scope, endpoint, errors, tokenParameter, maxBody, lane, readers, newOperation);
    }

    /** Returns the bytes of the longest body on a server with these limits. */
    int maxBody(ServerLimits limits) {
        return Math.min(maxBody, limits.body());
    }
}
