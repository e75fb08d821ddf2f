package dev.varve.server.docs;

import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.route.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Routes of the API's description, as OpenAPI and as a page. */
public final class DocsApi {

    private static final String STYLE = "/dev/varve/server/docs.css";

    private final Supplier<OpenApi> description;
    private volatile @Nullable Replies replies;

    /** The answers, which are the same for all requests. */
    private record Replies(Reply yaml, Reply page, Reply style) {}

    /** Reads the description at the first request. */
    public DocsApi(Supplier<OpenApi> description) {
        this.description = description;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/openapi.yaml", request -> replies().yaml()).open().described(DocsOperations.OPENAPI),
                Route.get("/docs", request -> replies().page()).open().described(DocsOperations.DOCS),
                Route.get("/docs/style.css", request -> replies().style())
                        .open()
                        .described(DocsOperations.STYLE));
    }

    private Replies replies() {
        Replies made = replies;
        return made == null ? make() : made;
    }

    private synchronized Replies make() {
        Replies made = replies;
        if (made == null) {
            OpenApi api = description.get();
            made = new Replies(
                    Reply.of(200, "application/yaml; charset=utf-8", api.yaml()),
                    Reply.of(200, "text/html; charset=utf-8", new DocsPage(api).html()),
                    Reply.of(200, "text/css; charset=utf-8", style()));
            replies = made;
        }
        return made;
    }

    private static String style() {
        try (InputStream in = Objects.requireNonNull(DocsApi.class.getResourceAsStream(STYLE), STYLE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the style of the description cannot be read", e);
        }
    }
}
