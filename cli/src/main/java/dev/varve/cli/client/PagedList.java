package dev.varve.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Lists that come in pages, put together. */
public final class PagedList {

    private PagedList() {}

    /**
     * Returns the first so many of a list in one answer. Its {@code next} tells whether there are more.
     *
     * @param most of one page, as the API allows it
     */
    public static ObjectNode of(ApiClient client, ApiCall call, String list, int limit, int most) {
        ObjectNode all = page(client, call, list, Math.min(limit, most));
        ArrayNode rows = all.withArray("/" + list);
        while (rows.size() < limit && all.path("next").isTextual()) {
            ObjectNode page = page(
                    client, call.with("page", all.path("next").asText()), list, Math.min(limit - rows.size(), most));
            page.path(list).forEach(rows::add);
            all.set("next", page.path("next"));
        }
        return all;
    }

    private static ObjectNode page(ApiClient client, ApiCall call, String list, int limit) {
        JsonNode answer = client.json(call.with("limit", limit));
        if (answer instanceof ObjectNode page && page.path(list).isArray()) {
            return page;
        }
        throw ApiFailure.unexpected("to %s has no %s".formatted(call.address(), list));
    }
}
