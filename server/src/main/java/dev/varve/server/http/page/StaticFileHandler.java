package dev.varve.server.http.page;

import dev.varve.server.http.meter.RequestObserver;
import dev.varve.server.http.route.AllowedMethods;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Serves the files of the dashboard without blocking a thread. */
public final class StaticFileHandler extends Handler.Wrapper {

    private final StaticFiles pages;
    private final AllowedMethods addresses;
    private final Map<String, String> headers;
    private final RequestObserver observer;

    /** @param headers added to every page */
    public StaticFileHandler(
            StaticFiles pages, AllowedMethods addresses, Map<String, String> headers, RequestObserver observer) {
        this.pages = pages;
        this.addresses = addresses;
        this.headers = headers;
        this.observer = observer;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = request.getHttpURI().getPath();
        boolean isRead = HttpMethod.GET.is(request.getMethod()) || HttpMethod.HEAD.is(request.getMethod());
        StaticFiles.Page page =
                isRead && path != null && addresses.methods(path).isEmpty() ? pages.at(path) : null;
        if (page == null) {
            return super.handle(request, response, callback);
        }
        long begun = System.nanoTime();
        StaticFiles.Form form = page.form(request.getHeaders().contains(HttpHeader.ACCEPT_ENCODING, "gzip"));
        headers.forEach(response.getHeaders()::put);
        page.headers().forEach(response.getHeaders()::put);
        response.getHeaders().put(HttpHeader.ETAG, form.tag());
        response.getHeaders().put(HttpHeader.VARY, "Accept-Encoding");
        boolean isKnown = form.tag().equals(request.getHeaders().get(HttpHeader.IF_NONE_MATCH));
        if (isKnown) {
            response.setStatus(304);
        } else {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, page.type());
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, form.length());
            if (form.isPacked()) {
                response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
            }
        }
        observer.answered(new RequestObserver.Answered(
                request.getMethod(),
                RequestObserver.PAGES,
                isKnown ? 304 : 200,
                Duration.ofNanos(Math.max(1, System.nanoTime() - begun))));
        if (isKnown || HttpMethod.HEAD.is(request.getMethod())) {
            response.write(true, ByteBuffer.allocate(0), callback);
        } else {
            Content.copy(Content.Source.from(form.pieces()), response, callback);
        }
        return true;
    }
}
