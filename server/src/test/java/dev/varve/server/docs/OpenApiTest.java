package dev.varve.server.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.server.auth.Scope;
import dev.varve.server.http.TestServer;
import dev.varve.server.http.route.EventStream;
import dev.varve.server.http.route.Route;
import java.io.File;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenApiTest {

    private final OpenApi api = OpenApi.load();

    /** Returns routes that match the description. */
    private List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (OpenApi.Operation operation : api.operations()) {
            boolean isStream = operation.path().equals("/api/v1/live");
            for (Route.Method method : Route.Method.values()) {
                if (!isStream && method.name().toLowerCase(Locale.ROOT).equals(operation.method())) {
                    routes.add(new Route(
                            method,
                            operation.path().replace("{id}", "{other}"),
                            operation.scope().isEmpty()
                                    ? null
                                    : Scope.valueOf(operation.scope().toUpperCase(Locale.ROOT)),
                            ask -> Map.of()));
                }
            }
        }
        return routes;
    }

    private static List<EventStream> streams() {
        return List.of(new EventStream("/api/v1/live", (ask, isAdmitted) -> client -> {}));
    }

    @Test
    void differencesAreFoundInBothDirections() {
        List<Route> routes = routes();
        List<String> methodless = api.differences(routes, streams());
        assertThat(methodless).allMatch(line -> line.startsWith("OPTIONS "));
        routes.removeIf(route -> route.path().equals("/ready"));
        routes.add(Route.get("/api/v1/more", ask -> Map.of()));
        routes.removeIf(route -> route.path().equals("/api/v1/fleet"));
        routes.add(Route.get("/api/v1/fleet", ask -> Map.of()).open());
        assertThat(api.differences(routes, List.of()))
                .contains(
                        "GET /api/v1/more is served and not described",
                        "GET /ready is described and not served",
                        "GET /api/v1/live is described and not served",
                        "GET /api/v1/fleet needs the scope \"\" and is described with \"read\"")
                .hasSize(4 + methodless.size());
    }

    @Test
    void everyOperationHasASummaryTagsAndSecurity() {
        assertThat(api.operations()).hasSizeGreaterThan(50).allSatisfy(operation -> {
            assertThat(operation.text("summary")).as(operation.call()).isNotEmpty();
            assertThat(operation.described().get("tags")).as(operation.call()).isNotNull();
            assertThat(operation.described()).as(operation.call()).containsKey("security");
        });
    }

    @Test
    void descriptionIsServedAsYamlAndHtml() {
        try (TestServer testServer = TestServer.start(new DocsApi(() -> api).routes())) {
            assertThat(testServer.get("/openapi.yaml").body()).startsWith("openapi: 3.1.0");
            HttpResponse<String> page = testServer.get("/docs");
            assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
            assertThat(page.body())
                    .contains("<code>/api/v1/table/{name}/items</code>", "keepSeconds", "<code>format=csv</code>");
            // A parameter and an answer that operations share.
            assertThat(page.body())
                    .contains("The <code>next</code> of the page before", "What went wrong, and what to change.");
            assertThat(page.body()).doesNotContain("`");
            // The content security policy forbids inline scripts and styles, and other origins.
            assertThat(page.body()).doesNotContain("<script", "<style", "style=", "http://", "https://cdn");
            assertThat(testServer.get("/docs/style.css").body()).contains("font");
        }
    }

    @Test
    void openApiSpecValidatorAcceptsTheDescription(@TempDir Path folder) throws IOException, InterruptedException {
        Optional<Path> validator = Pattern.compile(File.pathSeparator)
                .splitAsStream(Optional.ofNullable(System.getenv("PATH")).orElse(""))
                .map(directory -> Path.of(directory, "openapi-spec-validator"))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(validator.isPresent(), "openapi-spec-validator is not on the PATH");
        Path file = Files.writeString(folder.resolve("openapi.yaml"), api.yaml());
        Process process = new ProcessBuilder(validator.get().toString(), file.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
