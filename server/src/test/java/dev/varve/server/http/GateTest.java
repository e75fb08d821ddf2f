package dev.varve.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.core.memory.MemoryEngine;
import dev.varve.server.auth.ApiToken;
import dev.varve.server.auth.Scope;
import dev.varve.server.auth.Tokens;
import dev.varve.testkit.MutableClock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GateTest {

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));
    private final Varve db = Varve.on(new MemoryEngine(clock)).clock(clock).open("varve", Tokens.TOKENS);
    private final Tokens tokens = new Tokens(db.entities(Tokens.TOKENS), clock);

    @Test
    void secretOfTheProcessIsGoodForEverything() {
        Gate gate = Gate.of(tokens, "of this process");
        ApiToken token = Objects.requireNonNull(gate.check(Scope.ADMIN, "Bearer of this process", null));
        assertThat(token.name()).isEqualTo("this process");
        assertThat(token.allowsFor("site:blog")).isTrue();
        assertThatThrownBy(() -> gate.check(Scope.READ, "Bearer of this proces", null))
                .isInstanceOf(Denied.class);
        assertThatThrownBy(() -> gate.check(Scope.READ, null, null)).isInstanceOf(Denied.class);
    }

    @Test
    void tokensAreGoodBesideIt() {
        String secret = tokens.create("ada", Set.of(Scope.READ), Optional.empty());
        Gate gate = Gate.of(tokens, "of this process");
        assertThat(gate.check(Scope.READ, "Token " + secret, null)).isNotNull();
        assertThatThrownBy(() -> gate.check(Scope.ADMIN, "Token " + secret, null))
                .isInstanceOf(Denied.class);
    }
}
