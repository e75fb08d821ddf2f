package dev.varve.cli;

import dev.varve.cli.client.ApiClient;
import dev.varve.cli.query.DeviceReport;
import dev.varve.cli.query.OutputStyle;
import dev.varve.cli.query.QueryTier;
import dev.varve.cli.query.Screen;
import dev.varve.cli.query.SiteReport;
import dev.varve.cli.show.Terminal;
import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import dev.varve.server.http.route.TimeText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "query",
        description = {
            "Shows the readings of a device, or the statistics of a site.",
            "",
            "  varve query sensor_01 --from -24h --fields temperature --format chart",
            "  varve query sensor_01 --from -90d --tier day",
            "  varve query --site blog --period 30d",
            "  varve query --site blog --metric visitors --format chart",
            "  varve query --site blog --by source",
            ""
        })
final class QueryCommand extends QueryCommandBase {

    private static final int MOST_POINTS = 2_400;
    private static final List<String> OF_DEVICES = List.of("--fields", "--tier", "--series");
    private static final List<String> OF_SITES = List.of("--period", "--metric", "--interval", "--by", "--filters");

    @Parameters(paramLabel = "DEVICE", arity = "0..1", description = "the device's id")
    private @Nullable String device;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "start: -24h, 2026-04-20, 2026-04-20T14:00:00Z; -24h by default")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "end, not included; now by default")
    private @Nullable String to;

    @Option(names = "--fields", split = ",", description = "only these fields")
    private List<String> fields = new ArrayList<>();

    @Option(
            names = "--tier",
            defaultValue = "auto",
            description = "raw, hour, day or month; chosen by the range by default")
    private QueryTier tier;

    @Option(
            names = "--series",
            paramLabel = "SERIES",
            description = "one series of the device, as varve devices show lists them; all series by default")
    private @Nullable String series;

    @Option(names = "--site", paramLabel = "SITE", description = "a site instead of a device")
    private @Nullable String site;

    @Option(
            names = "--period",
            defaultValue = "30d",
            description =
                    "period of the statistics: today, yesterday, 7d, 30d, month, 12mo; or the days of --from and --to (${DEFAULT-VALUE})")
    private String period;

    @Option(
            names = "--metric",
            description = "a metric of a site over time: visitors, sessions, pageViews, viewsPerSession, bounceRate,"
                    + " sessionDuration")
    private @Nullable String metric;

    @Option(names = "--interval", description = "interval of --metric: minute, hour, day or month")
    private @Nullable String interval;

    @Option(names = "--by", description = "break a site down by page, source, country, browser, goal, …")
    private @Nullable String by;

    @Option(names = "--filters", description = "filters of a site: 'page:is:/pricing;source:is:Google'")
    private @Nullable String filters;

    @Option(names = "--format", defaultValue = "table", description = "table, csv, json or chart (${DEFAULT-VALUE})")
    private OutputStyle shape;

    @Option(
            names = "--limit",
            description = "the most rows to show; by default 1000 readings, or 10 rows of a breakdown")
    private @Nullable Integer limit;

    @Option(names = "--width", description = "width of a chart in characters; by default the width of the terminal")
    private @Nullable Integer width;

    @Option(names = "--height", defaultValue = "12", description = "height of a chart in lines (${DEFAULT-VALUE})")
    private int height;

    @Option(names = "--explain", description = "print the requests to the table and their cost, without running them")
    private boolean explain;

    @Override
    int run(ApiClient client) {
        if ((device == null) == (site == null)) {
            throw new Rejected(
                    "cli.query",
                    device == null ? "give a DEVICE, or --site SITE" : "give a DEVICE or --site, not both");
        }
        for (String option : device == null ? OF_DEVICES : OF_SITES) {
            if (isGiven(option)) {
                throw new Rejected(
                        "cli.query",
                        "%s is for %s: leave it out".formatted(option, device == null ? "devices" : "sites"));
            }
        }
        OutputStyle shown = isJson() ? OutputStyle.JSON : shape;
        if (device != null) {
            DeviceReport query = new DeviceReport(
                    client, new DeviceReport.Wanted(device, series, range(Instant.now()), fields, tier, count(1_000)));
            if (explain) {
                query.explain(screen(), shown);
            } else {
                query.show(screen(), shown);
            }
        } else if (site != null) {
            SiteReport query = new SiteReport(
                    client,
                    new SiteReport.Wanted(
                            site, new SiteReport.Period(period, from, to, interval, filters), metric, by, count(10)));
            if (explain) {
                query.explain(screen(), shown);
            } else {
                query.show(screen(), shown);
            }
        }
        out().flush();
        return 0;
    }

    private int count(int otherwise) {
        return limit == null ? otherwise : Limit.required(limit);
    }

    private TimeRange range(Instant now) {
        Instant end = TimeText.parse(to == null ? "now" : to, now);
        Instant begin = TimeText.parse(from == null ? "-24h" : from, now);
        if (!begin.isBefore(end)) {
            throw new Rejected("ask.range", "the range is empty: from is %s and to is %s".formatted(begin, end));
        }
        // Whole seconds are easier to read. The end is rounded up to include readings that were just stored.
        Instant first = begin.truncatedTo(ChronoUnit.SECONDS);
        Instant last = end.truncatedTo(ChronoUnit.SECONDS);
        return TimeRange.of(first, last.equals(end) ? end : last.plusSeconds(1));
    }

    private Screen screen() {
        Terminal terminal = terminal();
        int columns = Math.max(40, Math.min(MOST_POINTS / 2, width != null ? width : terminal.width()));
        return new Screen(out(), err(), terminal.paint(), columns, Math.max(3, Math.min(100, height)));
    }
}
