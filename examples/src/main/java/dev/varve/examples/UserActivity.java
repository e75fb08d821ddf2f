package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.schema.Schema;
import dev.varve.series.History;
import dev.varve.series.HistoryPage;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** User activity: exactly the last seven days, and the most recent activity. */
public final class UserActivity {

    private UserActivity() {}

    record Activity(String userId, Instant at, String type, Map<String, String> details) {}

    static final Series<Activity> ACTIVITIES = Series.of(Activity.class)
            .named("activities")
            .partition("USER#{userId}")
            .sort("ACTIVITY#{at}")
            .build();

    static List<String> run(Engine engine, InstantSource clock) {
        Varve db = Varve.open(engine, Schema.of("activities", ACTIVITIES));
        OpenSeries<Activity> activities = db.series(ACTIVITIES);
        Instant now = clock.instant();
        for (int days = 0; days < 10; days++) {
            Instant at = now.minus(Duration.ofDays(days));
            activities.append(new Activity("123", at, days == 0 ? "logout" : "login", Map.of("page", "/" + days)));
        }

        // guide: last
        List<Activity> week = activities.history("123").last(Duration.ofDays(7)).list(); // (now - 7 days, now]
        List<Activity> newest = activities.history("123").newestFirst().limit(2).list();
        String latest = activities.latest("123").map(Activity::type).orElse("never seen");
        // guide: end
        // guide: pages
        History<Activity> all = activities.history("123").limit(4);
        HistoryPage<Activity> first = all.page();
        HistoryPage<Activity> second = all.page(first.next()); // possibly in another process
        // guide: end
        // guide: correct
        boolean wasThere = activities.correct(new Activity("123", now, "timeout", Map.of()));
        // guide: end
        return List.of(
                "activities of seven days: " + week.size(),
                "newest two: " + newest.stream().map(Activity::type).toList(),
                "most recent: " + latest,
                "in pages: " + first.events().size() + " and " + second.events().size(),
                "corrected: " + wasThere);
    }

    public static void main(String[] args) {
        Embedded.print(UserActivity::run);
    }
}
