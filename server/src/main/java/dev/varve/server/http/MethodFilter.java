package dev.varve.server.http;

import io.javalin.http.HandlerType;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Fixes the method of a request to the one in its first line; Javalin would follow a header that names another. All unknown
 * methods become one, because Javalin keeps each method it meets forever and measures it separately.
 */
final class MethodFilter implements HttpConfiguration.Customizer {

    static final String OTHER = "OTHER";

    private static final String OVERRIDE = "X-HTTP-Method-Override";

    private static final Set<String> KNOWN =
            HandlerType.commonHttp().stream().map(HandlerType::name).collect(Collectors.toUnmodifiableSet());

    @Override
    public Request customize(Request request, HttpFields.Mutable answered) {
        boolean isKnown = KNOWN.contains(request.getMethod());
        if (isKnown && !request.getHeaders().contains(OVERRIDE)) {
            return request;
        }
        String method = isKnown ? request.getMethod() : OTHER;
        HttpFields headers =
                HttpFields.build(request.getHeaders()).remove(OVERRIDE).asImmutable();
        return new Request.Wrapper(request) {
            @Override
            public String getMethod() {
                return method;
            }

            @Override
            public HttpFields getHeaders() {
                return headers;
            }
        };
    }
}
