package dev.varve.server.api.access;

import java.util.List;

/**
 * All shared links of a site.
 *
 * @param links The links, the oldest first.
 */
public record LinkList(List<LinkJson> links) {

    public LinkList {
        links = List.copyOf(links);
    }
}
