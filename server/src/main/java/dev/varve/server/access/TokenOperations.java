package dev.varve.server.access;

import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.access.AccessJson;
import dev.varve.server.api.access.TokenBody;
import dev.varve.server.api.access.TokenCreated;
import dev.varve.server.api.access.TokenList;
import dev.varve.server.contract.Operation;
import dev.varve.server.contract.Parameter;
import dev.varve.server.contract.Tag;

/** The description of the operations on tokens. */
final class TokenOperations {

    static final Operation TOKENS = Operation.of(Tag.ACCESS, "tokens", "List tokens")
            .answers(TokenList.class, "All tokens, without their secrets.");

    static final Operation CREATE_TOKEN = Operation.of(Tag.ACCESS, "createToken", "Create a token")
            .details("The secret is shown only in this answer; the server stores its hash.")
            .takes(new Operation.Content(
                    Operation.JSON,
                    TokenBody.class,
                    Operation.Shape.ONE,
                    "{\"name\":\"gateway\",\"scopes\":[\"write\"],\"only\":\"device:sensor_01\"}"))
            .answers(201, TokenCreated.class, "The token with its secret.");

    static final Operation REVOKE_TOKEN = Operation.of(Tag.ACCESS, "revokeToken", "Revoke a token")
            .details("Takes effect on all servers within half a minute.")
            .with(Parameter.path("hash", "The hash of the token."))
            .answers(EmptyJson.class, "The token is revoked.");

    static final Operation ACCESS = Operation.of(Tag.ACCESS, "access", "Get what the credentials authorise")
            .answers(AccessJson.class, "The scopes, and the one site if reading is limited to it.");

    private TokenOperations() {}
}
