package dev.varve.server.docs;

import static dev.varve.server.docs.OpenApi.list;
import static dev.varve.server.docs.OpenApi.map;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The description of the API as a page without scripts. */
final class DocsPage {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private final OpenApi api;
    private final StringBuilder out = new StringBuilder(64 * 1024);

    DocsPage(OpenApi api) {
        this.api = api;
    }

    String html() {
        Map<String, Object> info = map(api.document().get("info"));
        out.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
                .append("<title>")
                .append(safe(info.get("title")))
                .append("</title><link rel=\"stylesheet\" href=\"/docs/style.css\"></head><body>\n<nav><h1>")
                .append(safe(info.get("title")))
                .append("</h1><ul>");
        List<@Nullable Object> tags = list(api.document().get("tags"));
        tags.forEach(tag -> out.append("<li><a href=\"#")
                .append(anchor(map(tag).get("name")))
                .append("\">")
                .append(safe(map(tag).get("name")))
                .append("</a></li>"));
        out.append("</ul><p><a href=\"/openapi.yaml\">openapi.yaml</a></p></nav>\n<main>");
        paragraphs(info.get("description"));
        tags.forEach(tag -> group(map(tag)));
        return out.append("</main></body></html>\n").toString();
    }

    private void group(Map<String, Object> tag) {
        out.append("\n<section id=\"")
                .append(anchor(tag.get("name")))
                .append("\"><h2>")
                .append(safe(tag.get("name")))
                .append("</h2>");
        paragraphs(tag.get("description"));
        api.operations().stream()
                .filter(operation -> list(operation.described().get("tags")).contains(tag.get("name")))
                .forEach(this::operation);
        out.append("</section>");
    }

    private void operation(OpenApi.Operation operation) {
        Map<String, Object> shared = map(map(api.document().get("paths")).get(operation.path()));
        out.append("\n<details><summary><b class=\"")
                .append(safe(operation.method()))
                .append("\">")
                .append(safe(operation.method().toUpperCase(Locale.ROOT)))
                .append("</b> <code>")
                .append(safe(operation.path()))
                .append("</code> <span>")
                .append(prose(operation.text("summary")))
                .append("</span></summary>");
        paragraphs(operation.text("description"));
        out.append("<p class=\"scope\">")
                .append(operation.scope().isEmpty() ? "Open to everybody." : "Needs a token with the scope <b>")
                .append(operation.scope().isEmpty() ? "" : safe(operation.scope()) + "</b>.")
                .append("</p>");
        List<@Nullable Object> parameters = new ArrayList<>(list(shared.get("parameters")));
        parameters.addAll(list(operation.described().get("parameters")));
        parameters(parameters);
        body("Body", map(operation.described().get("requestBody")));
        map(operation.described().get("responses"))
                .forEach((status, response) -> body(status, api.resolved(map(response))));
        out.append("</details>");
    }

    private void parameters(List<@Nullable Object> parameters) {
        if (parameters.isEmpty()) {
            return;
        }
        out.append("<h3>Parameters</h3><dl>");
        for (Object each : parameters) {
            Map<String, Object> parameter = api.resolved(map(each));
            out.append("<dt><code>")
                    .append(safe(parameter.get("name")))
                    .append("</code>")
                    .append(Boolean.TRUE.equals(parameter.get("required")) ? " <i>required</i>" : "")
                    .append("</dt><dd>");
            out.append(prose(parameter.get("description"))).append(' ');
            type(map(parameter.get("schema")), 0);
            out.append("</dd>");
        }
        out.append("</dl>");
    }

    private void body(String title, Map<String, Object> body) {
        if (body.isEmpty()) {
            return;
        }
        out.append("<h3>").append(safe(title)).append("</h3>");
        paragraphs(body.get("description"));
        map(body.get("content")).forEach((type, content) -> {
            out.append("<p><code>").append(safe(type)).append("</code> ");
            type(map(map(content).get("schema")), 0);
            out.append("</p>");
            Object example = map(content).get("example");
            if (example instanceof String text) {
                out.append("<pre>").append(safe(text.strip())).append("</pre>");
            }
        });
    }

    /** Shows the schema of a value; nested objects down to a fixed depth. */
    private void type(Map<String, Object> node, int depth) {
        Map<String, Object> schema = api.resolved(node);
        Object type = schema.get("type");
        if (schema.containsKey("enum")) {
            out.append("<em>one of ").append(words(list(schema.get("enum")))).append("</em>");
        } else if (type instanceof List<?> types) {
            out.append("<em>").append(words(types)).append("</em>");
        } else if (type != null) {
            out.append("<em>").append(safe(type)).append("</em>");
        }
        if (schema.containsKey("default")) {
            out.append(" <em>(otherwise ").append(safe(schema.get("default"))).append(")</em>");
        }
        if (depth > 4) {
            return;
        }
        if (schema.containsKey("items")) {
            out.append(" of ");
            type(map(schema.get("items")), depth + 1);
        }
        for (String several : List.of("allOf", "anyOf", "oneOf")) {
            for (Object part : list(schema.get(several))) {
                out.append(' ');
                type(map(part), depth + 1);
            }
        }
        Map<String, Object> properties = map(schema.get("properties"));
        if (!properties.isEmpty()) {
            out.append("<dl>");
            properties.forEach((name, property) -> {
                out.append("<dt><code>").append(safe(name)).append("</code></dt><dd>");
                Object description = map(property).get("description");
                out.append(description == null ? "" : prose(description) + " ");
                type(map(property), depth + 1);
                out.append("</dd>");
            });
            out.append("</dl>");
        }
    }

    private static String words(List<?> values) {
        return safe(String.join(", ", values.stream().map(String::valueOf).toList()));
    }

    private void paragraphs(@Nullable Object text) {
        if (text instanceof String found && !found.isBlank()) {
            for (String paragraph : found.strip().split("\n\n")) {
                out.append("<p>").append(prose(paragraph)).append("</p>");
            }
        }
    }

    private static String anchor(@Nullable Object name) {
        return safe(name).toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    /** Shows text between backticks as code, the only Markdown in the description. */
    private static String prose(@Nullable Object text) {
        return CODE.matcher(safe(text)).replaceAll("<code>$1</code>");
    }

    private static String safe(@Nullable Object text) {
        return text == null
                ? ""
                : text.toString()
                        .replace("&", "&amp;")
                        .replace("<", "&lt;")
                        .replace(">", "&gt;")
                        .replace("\"", "&quot;");
    }
}
