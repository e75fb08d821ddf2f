package dev.varve.server.docs;

import dev.varve.server.http.Reply;
import dev.varve.server.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The API's description: as it is, and as a page to read. */
public final class DocsApi {

    private static final String STYLE = "/dev/varve/server/docs.css";

    private final Reply yaml;
    private final Reply page;
    private final Reply style;

    public DocsApi(OpenApi api) {
        yaml = Reply.of(200, "application/yaml; charset=utf-8", api.yaml());
        page = Reply.of(200, "text/html; charset=utf-8", new DocsPage(api).html());
        style = Reply.of(200, "text/css; charset=utf-8", style());
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/openapi.yaml", ask -> yaml).open(),
                Route.get("/docs", ask -> page).open(),
                Route.get("/docs/style.css", ask -> style).open());
    }

    private static String style() {
        try (InputStream in = Objects.requireNonNull(DocsApi.class.getResourceAsStream(STYLE), STYLE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the style of the description cannot be read", e);
        }
    }
}
