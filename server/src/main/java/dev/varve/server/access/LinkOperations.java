package dev.varve.server.access;

import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.ErrorJson;
import dev.varve.server.api.access.LinkBody;
import dev.varve.server.api.access.LinkCreated;
import dev.varve.server.api.access.LinkList;
import dev.varve.server.api.access.LinkOpening;
import dev.varve.server.api.access.LinkSession;
import dev.varve.server.contract.Operation;
import dev.varve.server.contract.Parameter;
import dev.varve.server.contract.Parameters;
import dev.varve.server.contract.Tag;

/** The description of the operations on shared links. */
final class LinkOperations {

    static final Operation LINKS = Operation.of(Tag.ACCESS, "links", "List the shared links of a site")
            .with(Parameters.SITE)
            .answers(LinkList.class, "All shared links, without their secrets.");

    static final Operation CREATE_LINK = Operation.of(Tag.ACCESS, "createLink", "Create a shared link")
            .details(
                    "Everybody who has the link can read the statistics of this site, and nothing else. The secret is shown only in this answer; the server stores its hash, and of a password a slow salted hash.")
            .with(Parameters.SITE)
            .takes(new Operation.Content(
                    Operation.JSON,
                    LinkBody.class,
                    Operation.Shape.ONE,
                    "{\"name\":\"customer\",\"password\":\"correct horse\"}"))
            .answers(201, LinkCreated.class, "The link with its secret.");

    static final Operation REVOKE_LINK = Operation.of(Tag.ACCESS, "revokeLink", "Revoke a shared link")
            .details("Takes effect at once on all servers.")
            .with(Parameters.SITE, Parameter.path("link", "The id of the shared link."))
            .answers(EmptyJson.class, "The link is revoked.");

    static final Operation OPEN_LINK = Operation.of(Tag.ACCESS, "openLink", "Open a shared link")
            .details(
                    "Exchanges the secret of a link, and its password if it has one, for a session that reads the site. One network may try ten wrong passwords of a link, and one more each minute.")
            .with(Parameters.SITE)
            .takes(new Operation.Content(
                    Operation.JSON, LinkOpening.class, Operation.Shape.ONE, "{\"secret\":\"Xk3…\"}"))
            .answers(LinkSession.class, "The session, or that a password is needed.")
            .answers(404, ErrorJson.class, "There is no such link.")
            .answersBusy();

    private LinkOperations() {}
}
