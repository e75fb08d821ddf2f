package dev.varve.proofs.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.varve.error.Rejected;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.ServerDatabase;
import dev.varve.server.Service;
import dev.varve.server.ServiceOptions;
import dev.varve.server.auth.Scope;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.random.Draw;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;

/** Fuzzes tokens in headers: only the exact token is authorised. */
final class TokenTarget implements FuzzTarget, AutoCloseable {

    private final MutableClock clock = new MutableClock();
    private final ServerDatabase database = ServerDatabase.open(new MemoryEngine(clock), "varve", clock);
    private final Service service =
            Service.start(database, ServiceOptions.onLoopback(0).withAccess(ServiceOptions.Access.TOKENS));
    private final String secret = database.tokens().create("dashboard", Set.of(Scope.READ), Optional.empty());

    @Override
    public String name() {
        return "token";
    }

    @Override
    public Trial<?> draw(Draw draw) {
        return new Trial<>(draw.oneOf("Bearer ", "Token ", "bearer ", "TOKEN  ") + secret, this::ask, 200);
    }

    private int ask(String header) {
        String line = header.substring(0, Math.min(header.length(), 4_000)).replaceAll("[\\r\\n\0]", "");
        try (Wire wire = Wire.to(service.port())) {
            wire.send("GET /api/v1/fleet HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\n\r\n"
                    .formatted(line)
                    .getBytes(ISO_8859_1));
            Wire.Answer answer = wire.receive(false);
            int status = answer == null ? 400 : answer.status();
            if (status == 400 || status == 401) {
                throw new Rejected("token", "answered with " + status);
            }
            if (status != 200 || !line.strip().endsWith(secret)) {
                throw new IllegalStateException("answered with " + answer);
            }
            return status;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        service.close();
        database.close();
    }
}
