package dev.varve.cli.demo;

import dev.varve.entity.OpenEntities;
import dev.varve.server.ServerDatabase;
import dev.varve.server.fleet.alert.RuleBook;
import dev.varve.server.fleet.alert.StoredRule;
import java.util.List;
import java.util.Optional;

/** Creates what exists before the first reading: devices, rules, sites, goals. */
final class Setup {

    static final List<StoredRule> RULES = List.of(
            above("overheating", "temperature", 38, 34).of("critical", "Temperature above 38 °C"),
            above("cold-chain", "productTemperature", 8, 6).of("critical", "Goods are warmer than 8 °C"),
            above("vibration", "vibration", 7.1, 5).of("high", "Vibration above 7.1 mm/s: stop and look"),
            above("stale-air", "co2", 1_400, 1_000).of("low", "Open a window"),
            new StoredRule(
                    "battery-low",
                    "below",
                    Optional.of("battery"),
                    Optional.of(15.0),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(20.0),
                    Optional.empty(),
                    Optional.empty(),
                    "medium",
                    "Battery below 15 %"),
            new StoredRule(
                    "silent",
                    "silent",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of("PT30M"),
                    "medium",
                    "No reading for half an hour"));

    private Setup() {}

    private record Limit(String name, String field, double limit, double clearAt) {

        StoredRule of(String severity, String message) {
            return new StoredRule(
                    name,
                    "above",
                    Optional.of(field),
                    Optional.of(limit),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(clearAt),
                    Optional.empty(),
                    Optional.empty(),
                    severity,
                    message);
        }
    }

    private static Limit above(String name, String field, double limit, double clearAt) {
        return new Limit(name, field, limit, clearAt);
    }

    /** Creates what does not exist yet. */
    static void run(ServerDatabase database, DemoWorld world) {
        OpenEntities<StoredRule> rules = database.varve().entities(RuleBook.RULES);
        RULES.forEach(rules::create);
        for (SimSite site : world.sites().sites()) {
            database.analytics().createSite(site.site());
            site.goals().forEach(database.analytics()::createGoal);
        }
        world.fleet().devices().forEach(database.fleet().devices()::register);
    }
}
