package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.cli.backup.FolderCopies;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.server.ServerDatabase;
import dev.varve.server.Service;
import dev.varve.server.ServiceOptions;
import dev.varve.server.backup.BackupSettings;
import dev.varve.server.backup.Backups;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The alert rules for Prometheus name metrics that a server has. */
class AlertRulesTest {

    private static final Path FILE = Path.of("../docs/prometheus-alerts.yml");

    /** What an expression has besides metrics: labels in braces, ranges, texts, and functions and words before them. */
    private static final Pattern OTHER = Pattern.compile(
            "\\{[^}]*}|\\[[^]]*]|\\b(sum|by|rate|increase|changes|predict_linear|time|and|instance)\\b|\\b[0-9]+(\\.[0-9]+)?");

    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]*");

    @TempDir
    private Path root;

    private static List<Map<String, Object>> rules() throws Exception {
        Map<String, List<Map<String, List<Map<String, Object>>>>> file =
                new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(FILE));
        assertThat(file).containsOnlyKeys("groups");
        return file.get("groups").stream()
                .flatMap(group -> group.get("rules").stream())
                .toList();
    }

    private static Set<String> metrics(String expression) {
        return NAME.matcher(OTHER.matcher(expression).replaceAll(" "))
                .results()
                .map(found -> found.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyRuleIsComplete() throws Exception {
        assertThat(rules()).hasSizeGreaterThan(15).allSatisfy(rule -> {
            assertThat(rule.keySet()).isSubsetOf("alert", "expr", "for", "labels", "annotations");
            assertThat(rule).containsKeys("alert", "expr", "labels", "annotations");
            assertThat(rule.get("labels")).isIn(Map.of("severity", "warning"), Map.of("severity", "critical"));
            assertThat((Map<?, ?>) rule.get("annotations")).hasSize(2);
        });
        assertThat(rules().stream().map(rule -> rule.get("alert"))).doesNotHaveDuplicates();
    }

    @Test
    void everyMetricOfARuleIsOneOfTheServer() throws Exception {
        String exposed;
        try (ServerDatabase database = ServerDatabase.open(RocksDbEngine.open(root.resolve("data")), "varve");
                Service service = Service.start(
                        database,
                        ServiceOptions.onLoopback(0),
                        Backups.open(
                                new BackupSettings(root.resolve("backups"), Duration.ofDays(1), 7),
                                new FolderCopies((RocksDbEngine) database.engine()),
                                InstantSource.system()))) {
            get(service, "/health");
            exposed = get(service, "/metrics");
        }
        Set<String> names = exposed.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.replaceFirst("[{ ].*", ""))
                .collect(Collectors.toSet());
        // Prometheus itself provides it.
        names.add("up");
        for (Map<String, Object> rule : rules()) {
            Set<String> used = metrics(rule.get("expr").toString());
            assertThat(used).as(rule.get("alert").toString()).isNotEmpty();
            assertThat(names).as(rule.get("alert").toString()).containsAll(used);
        }
    }

    @Test
    void namesOfMetricsAreFoundInAnExpression() {
        assertThat(metrics(
                        "sum by (instance) (rate(a_total{status=~\"5..\"}[5m])) / b_1 > 0.01 and time() - c > 2 * d"))
                .containsExactly("a_total", "b_1", "c", "d");
    }

    @Test
    void promtoolAcceptsTheRules() throws Exception {
        Optional<Path> promtool = Pattern.compile(File.pathSeparator)
                .splitAsStream(Optional.ofNullable(System.getenv("PATH")).orElse(""))
                .map(directory -> Path.of(directory, "promtool"))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(promtool.isPresent(), "promtool is not on the PATH");
        Process process = new ProcessBuilder(promtool.get().toString(), "check", "rules", FILE.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static String get(Service service, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }
}
