package dev.varve.server.http.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.auth.ApiToken;
import dev.varve.server.auth.Scope;
import dev.varve.server.auth.TokenStore;
import dev.varve.testkit.MutableClock;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AccessControlTest {

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));
    private final Varve db = Varve.on(new MemoryEngine(clock)).clock(clock).open("varve", TokenStore.TOKENS);
    private final TokenStore tokens = new TokenStore(db.entities(TokenStore.TOKENS), clock);

    @Test
    void secretOfTheProcessAllowsEverything() {
        AccessControl gate = AccessControl.of(tokens, "of this process");
        ApiToken token = Objects.requireNonNull(gate.check(Scope.ADMIN, "Bearer of this process", null));
        assertThat(token.name()).isEqualTo("this process");
        assertThat(token.allowsFor("site:blog")).isTrue();
        assertThatThrownBy(() -> gate.check(Scope.READ, "Bearer of this proces", null))
                .isInstanceOf(AccessDenied.class);
        assertThatThrownBy(() -> gate.check(Scope.READ, null, null)).isInstanceOf(AccessDenied.class);
    }

    @Test
    void tokensAreAcceptedBesidesTheSecretOfTheProcess() {
        String secret = tokens.create("ada", Set.of(Scope.READ), Optional.empty());
        AccessControl gate = AccessControl.of(tokens, "of this process");
        assertThat(gate.check(Scope.READ, "Token " + secret, null)).isNotNull();
        assertThatThrownBy(() -> gate.check(Scope.ADMIN, "Token " + secret, null))
                .isInstanceOf(AccessDenied.class);
    }

    @Test
    void passwordOfBasicAuthenticationIsTheToken() {
        String secret = tokens.create("telegraf", Set.of(Scope.WRITE), Optional.empty());
        AccessControl gate = AccessControl.of(tokens);
        assertThat(gate.check(Scope.WRITE, basic("any:" + secret), null)).isNotNull();
        assertThat(gate.check(Scope.WRITE, basic(":" + secret), null)).isNotNull();
        for (String wrong : List.of(basic(secret), basic(secret + ":x"), basic("any:"), "Basic !", "Basic", "Basic ")) {
            assertThatThrownBy(() -> gate.check(Scope.WRITE, wrong, null))
                    .as(wrong)
                    .isInstanceOf(AccessDenied.class);
        }
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }
}
