package dev.varve.server.docs;

import dev.varve.server.contract.Operation;
import dev.varve.server.contract.Tag;

/** The description of the addresses of the description itself. */
final class DocsOperations {

    static final Operation OPENAPI = Operation.of(Tag.OPERATION, "openapi", "Get this description")
            .answersText("application/yaml", "OpenAPI 3.1.")
            .neverFails();

    static final Operation DOCS = Operation.of(Tag.OPERATION, "docs", "Get this description as a page")
            .answersText("text/html", "A page.")
            .neverFails();

    static final Operation STYLE = Operation.of(Tag.OPERATION, "docsStyle", "Get the style sheet of that page")
            .answersText("text/css", "A style sheet.")
            .neverFails();

    private DocsOperations() {}
}
