package dev.varve.server.api.access;

import java.util.List;

/**
 * All tokens.
 *
 * @param tokens The tokens.
 */
public record TokenList(List<TokenJson> tokens) {

    public TokenList {
        tokens = List.copyOf(tokens);
    }
}
