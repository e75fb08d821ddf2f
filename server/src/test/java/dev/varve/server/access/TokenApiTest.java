package dev.varve.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.Varve;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.auth.Scope;
import dev.varve.server.auth.TokenStore;
import dev.varve.server.http.TestServer;
import dev.varve.server.http.access.AccessControl;
import dev.varve.server.http.answer.Json;
import dev.varve.testkit.MutableClock;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TokenApiTest {

    private static final String OWN = "secret-of-the-process";

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));
    private final Varve db = Varve.on(new MemoryEngine(clock)).clock(clock).open("varve", TokenStore.TOKENS);
    private final TokenStore tokens = new TokenStore(db.entities(TokenStore.TOKENS), clock);
    private final TestServer testServer =
            TestServer.start(TestServer.parts(new TokenApi(tokens).routes(), AccessControl.of(tokens, OWN), null));

    @AfterEach
    void stop() {
        testServer.close();
    }

    private HttpResponse<String> call(String method, String path, String body, String secret) {
        return testServer.send(testServer
                .request("/api/v1/tokens" + path)
                .header("Authorization", "Bearer " + secret)
                .method(method, BodyPublishers.ofString(body)));
    }

    @Test
    void tokenIsCreatedListedAndRevoked() {
        HttpResponse<String> made =
                call("POST", "", "{\"name\":\"gateway\",\"scopes\":[\"write\"],\"only\":\"device:sensor_01\"}", OWN);
        assertThat(made.statusCode()).isEqualTo(201);
        JsonNode token = Json.object(made.body());
        String secret = token.get("secret").asText();
        assertThat(tokens.find(secret).orElseThrow().allowsFor("device:sensor_02"))
                .isFalse();
        HttpResponse<String> listed = call("GET", "", "", OWN);
        assertThat(listed.body())
                .contains("\"name\":\"gateway\"", "\"scopes\":[\"write\"]", "\"only\":\"device:sensor_01\"")
                .doesNotContain(secret);
        String hash = token.get("hash").asText();
        assertThat(call("DELETE", "/" + hash, "", OWN).statusCode()).isEqualTo(200);
        assertThat(call("DELETE", "/" + hash, "", OWN).statusCode()).isEqualTo(404);
        assertThat(tokens.find(secret)).isEmpty();
    }

    @Test
    void tokensApiNeedsTheAdminScope() {
        String reading = tokens.create("ada", Set.of(Scope.READ), Optional.empty());
        assertThat(call("GET", "", "", reading).statusCode()).isEqualTo(403);
        assertThat(call("POST", "", "{}", reading).statusCode()).isEqualTo(403);
        assertThat(testServer.get("/api/v1/tokens").statusCode()).isEqualTo(401);
    }

    @Test
    void clientLearnsWhatItsTokenAuthorises() {
        String customer = tokens.create("customer", Set.of(Scope.READ), Optional.of("site:blog"));
        HttpResponse<String> answer =
                testServer.send(testServer.request("/api/v1/access").header("Authorization", "Bearer " + customer));
        assertThat(answer.body()).isEqualTo("{\"name\":\"customer\",\"scopes\":[\"read\"],\"only\":\"site:blog\"}");
        assertThat(testServer.get("/api/v1/access").statusCode()).isEqualTo(401);
    }

    @Test
    void invalidRequestsAreRefused() {
        assertThat(call("POST", "", "{\"scopes\":[\"read\"]}", OWN).body()).contains("token.name");
        assertThat(call("POST", "", "{\"name\":\"x\"}", OWN).body()).contains("token.scopes");
        assertThat(call("POST", "", "{\"name\":\"x\",\"scopes\":[\"all\"]}", OWN)
                        .body())
                .contains("the scopes are write, read and admin");
        assertThat(call("POST", "", "{\"name\":\"x\",\"scopes\":[]}", OWN).body())
                .contains("token.no-scope");
        assertThat(call("POST", "", "{\"name\":\"x\",\"scopes\":[\"write\"],\"only\":\"blog\"}", OWN)
                        .body())
                .contains("token.only");
        assertThat(call("POST", "", "{\"name\":\"x\",\"scopes\":[\"read\"],\"only\":\"device:x\"}", OWN)
                        .body())
                .contains("token.only-write");
        assertThat(call("POST", "", "no json", OWN).statusCode()).isEqualTo(400);
        assertThat(call("DELETE", "/%2F", "", OWN).statusCode()).isEqualTo(404);
    }
}
