package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.server.ServerDatabase;
import dev.varve.server.Service;
import dev.varve.server.ServiceOptions;
import dev.varve.server.channel.ChannelOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChannelsCommandTest {

    @TempDir
    private Path temporary;

    private final List<String> received = new CopyOnWriteArrayList<>();
    private String out = "";
    private String err = "";
    private HttpServer receiver;
    private Path data;
    private ServerDatabase database;
    private Service service;

    @BeforeEach
    void serve() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/gone") ? 410 : 200, -1);
            exchange.close();
        });
        receiver.start();
        data = temporary.resolve("data");
        database = ServerDatabase.open(RocksDbEngine.open(data), "varve");
        service = Service.start(
                database,
                ServiceOptions.onLoopback(0)
                        .withChannels(ChannelOptions.STANDARD.withTargets(ChannelOptions.Targets.ANY)));
        Files.writeString(
                data.resolve("server.json"),
                "{\"url\":\"http://127.0.0.1:%s\",\"pid\":%s}"
                        .formatted(service.port(), ProcessHandle.current().pid()));
    }

    @AfterEach
    void stop() {
        service.close();
        database.close();
        receiver.stop(0);
    }

    private int run(String... args) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        StringWriter errors = new StringWriter();
        String[] all = Stream.concat(Arrays.stream(args), Stream.of("--data", data.toString()))
                .toArray(String[]::new);
        int code = Main.run(written, new PrintWriter(errors, true), all);
        out = written.toString(StandardCharsets.UTF_8);
        err = errors.toString();
        return code;
    }

    private String url(String path) {
        return "http://127.0.0.1:%s/%s".formatted(receiver.getAddress().getPort(), path);
    }

    @Test
    void channelsAreAddedListedTestedAndRemoved() throws IOException {
        assertThat(run("channels")).isZero();
        assertThat(out).contains("no channels");
        Path secret = Files.writeString(temporary.resolve("secret.txt"), "a-secret-from-a-file\n");
        assertThat(run(
                        "channels",
                        "add",
                        "night",
                        "webhook",
                        "--url",
                        url("tok3n"),
                        "--secret-file",
                        secret.toString(),
                        "--min-severity",
                        "high",
                        "--rule",
                        "hot,cold"))
                .as(err)
                .isZero();
        assertThat(out).contains("channel night: webhook to http://127.0.0.1", "high and above; rules hot, cold");
        assertThat(run("channels", "list")).isZero();
        assertThat(out).contains("night", "webhook", "high and above").doesNotContain("tok3n", "a-secret");
        assertThat(run("channels", "test", "night")).isZero();
        assertThat(out).contains("channel night delivered a test notice");
        assertThat(received).singleElement().asString().contains("\"test\":true");
        assertThat(run("channels", "remove", "night")).isZero();
        assertThat(run("channels", "remove", "night")).isEqualTo(1);
        assertThat(err).contains("there is no channel night");
    }

    @Test
    void newWebhookWithoutSecretGetsOneAndPrintsItOnce() {
        assertThat(run("channels", "add", "night", "webhook", "--url", url("a")))
                .isZero();
        assertThat(err).containsPattern("signing secret, which cannot be shown again: [0-9a-f]{64}");
        assertThat(run("channels", "add", "night", "webhook", "--min-severity", "low"))
                .isZero();
        assertThat(err).doesNotContain("signing secret");
    }

    @Test
    void failedTestNoticePrintsTheReason() {
        assertThat(run("channels", "add", "team", "slack", "--url", url("gone")))
                .isZero();
        assertThat(run("channels", "test", "team")).isEqualTo(1);
        assertThat(out).contains("channel team failed: the receiver answered 410");
        assertThat(run("channels", "add", "x", "pigeon")).isEqualTo(1);
        assertThat(err).contains("webhook, slack, email or log");
    }
}
