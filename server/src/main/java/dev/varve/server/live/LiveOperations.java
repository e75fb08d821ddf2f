package dev.varve.server.live;

import dev.varve.server.api.ErrorJson;
import dev.varve.server.contract.Operation;
import dev.varve.server.contract.Parameter;
import dev.varve.server.contract.Tag;

/** The description of the stream of changes. */
final class LiveOperations {

    static final Operation LIVE = Operation.of(Tag.LIVE, "live", "Listen to changes")
            .details(
                    "Server-sent events. `readings` holds the newest reading of a series of a device (LiveReading), `alert` an alert that changed (Alert), `fleet` the state of the fleet (Fleet), at most every two seconds, and `site` the visitors of a site (LiveSite). A comment every 15 seconds shows that the connection is alive. The stream ends within a minute after the token is revoked. A token for one site may listen to this site only. Unknown devices and sites never send anything.")
            .with(
                    Parameter.text(
                                    "topics",
                                    "At most 200 topics, separated by commas: `fleet`, `device:ID` and `site:ID`. Percent-encode each topic by itself before the address is encoded, because ids may hold commas.")
                            .otherwise("fleet"),
                    Parameter.text("token", "The token, for clients that cannot send headers, such as EventSource."))
            .answersText("text/event-stream", "Events, until either side closes the connection.")
            .answers(400, ErrorJson.class, "A topic is unknown.")
            .answersBusy();

    private LiveOperations() {}
}
