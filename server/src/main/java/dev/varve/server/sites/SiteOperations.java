package dev.varve.server.sites;

import dev.varve.server.api.sites.EventJson;
import dev.varve.server.api.sites.FunnelJson;
import dev.varve.server.api.sites.GoalBody;
import dev.varve.server.api.sites.GoalJson;
import dev.varve.server.api.sites.GoalPage;
import dev.varve.server.api.sites.Realtime;
import dev.varve.server.api.sites.SavedFunnelBody;
import dev.varve.server.api.sites.SavedFunnelJson;
import dev.varve.server.api.sites.SavedFunnelList;
import dev.varve.server.api.sites.SiteBody;
import dev.varve.server.api.sites.SiteBreakdown;
import dev.varve.server.api.sites.SiteDropped;
import dev.varve.server.api.sites.SiteJson;
import dev.varve.server.api.sites.SiteMetric;
import dev.varve.server.api.sites.SitePage;
import dev.varve.server.api.sites.SitePageTimes;
import dev.varve.server.api.sites.SiteSeries;
import dev.varve.server.api.sites.SiteStats;
import dev.varve.server.api.sites.VisitorErased;
import dev.varve.server.api.sites.VisitorExport;
import dev.varve.server.contract.Operation;
import dev.varve.server.contract.Parameter;
import dev.varve.server.contract.Parameters;
import dev.varve.server.contract.Tag;

/** The description of the operations on sites, their statistics and goals. */
final class SiteOperations {

    static final Operation SITES = Operation.of(Tag.SITES, "sites", "List sites")
            .with(Parameter.limit(100, 500))
            .inPages()
            .answers(SitePage.class, "One page of sites, with the visitors of the last 24 hours.")
            .asCsv()
            .explained();

    static final Operation SITE =
            Operation.of(Tag.SITES, "site", "Get a site").with(Parameters.SITE).answers(SiteJson.class, "The site.");

    static final Operation PUT_SITE = Operation.of(Tag.SITES, "putSite", "Add or change a site")
            .details("Properties that the body leaves out stay as they are.")
            .with(Parameters.SITE)
            .takes(SiteBody.class)
            .answers(SiteJson.class, "The site after the change.");

    static final Operation DELETE_SITE = Operation.of(Tag.SITES, "deleteSite", "Delete a site")
            .with(Parameters.SITE)
            .answersNothing(204, "The site is deleted.");

    static final Operation STATS = Operation.of(Tag.SITES, "stats", "Get visitors, sessions and page views of a period")
            .with(
                    Parameters.SITE,
                    Parameters.PERIOD,
                    Parameters.FROM_DAY,
                    Parameters.TO_DAY,
                    Parameters.FILTERS,
                    Parameters.COMPARE)
            .answers(SiteStats.class, "The numbers of the period, and of the period before.")
            .asCsv()
            .explained();

    static final Operation TIMESERIES = Operation.of(Tag.SITES, "timeseries", "Get one number over a period")
            .with(
                    Parameters.SITE,
                    Parameter.words("metric", "The number.", SiteMetric.class).otherwise("visitors"),
                    Parameter.words(
                            "interval",
                            "The time of one point; the one that fits the period by default.",
                            SiteSeries.Interval.class),
                    Parameters.PERIOD,
                    Parameters.FROM_DAY,
                    Parameters.TO_DAY,
                    Parameters.FILTERS,
                    Parameters.COMPARE)
            .answers(SiteSeries.class, "Parallel lists. Times are local to the site.")
            .asCsv()
            .explained();

    static final Operation REALTIME = Operation.of(Tag.SITES, "realtime", "Get the last 30 minutes of a site")
            .with(Parameters.SITE)
            .answers(Realtime.class, "The last 30 minutes.")
            .explained();

    static final Operation BREAKDOWN = Operation.of(Tag.SITES, "breakdown", "Break a number down by a dimension")
            .with(
                    Parameters.SITE,
                    Parameter.text(
                                    "by",
                                    "The dimension: `page`, `entryPage`, `exitPage`, `hostname`, `source`, `referrer`, `channel`, `utmSource`, `utmMedium`, `utmCampaign`, `utmTerm`, `utmContent`, `country`, `device`, `browser`, `os`, `event`, `goal`, or a property of events as `props.NAME`.")
                            .examples(
                                    "page",
                                    "entryPage",
                                    "exitPage",
                                    "hostname",
                                    "source",
                                    "referrer",
                                    "channel",
                                    "utmSource",
                                    "utmMedium",
                                    "utmCampaign",
                                    "utmTerm",
                                    "utmContent",
                                    "country",
                                    "device",
                                    "browser",
                                    "os",
                                    "event",
                                    "goal",
                                    "props.plan")
                            .otherwise("page"),
                    Parameters.PERIOD,
                    Parameters.FROM_DAY,
                    Parameters.TO_DAY,
                    Parameters.FILTERS,
                    Parameter.limit(10, 1_000))
            .inPages()
            .answers(
                    SiteBreakdown.class,
                    "One page of values. As CSV revenue has a column for each currency, such as `revenue.EUR`.")
            .asCsv()
            .explained();

    static final Operation PAGE_TIMES = Operation.of(Tag.SITES, "pageTimes", "Get the time on each page")
            .details(
                    "Counted from hits: from the times that the tracking script reports when a page is left or hidden.")
            .with(
                    Parameters.SITE,
                    Parameters.PERIOD,
                    Parameters.FROM_DAY,
                    Parameters.TO_DAY,
                    Parameters.FILTERS,
                    Parameter.limit(10, 1_000))
            .inPages()
            .answers(SitePageTimes.class, "One page of pages, those with the most views first.")
            .asCsv()
            .explained();

    static final Operation FUNNEL = Operation.of(Tag.SITES, "funnel", "Count visitors from goal to goal")
            .with(
                    Parameters.SITE,
                    Parameter.text(
                            "steps", "Ids of goals in their order, separated by commas; needed without `funnel`."),
                    Parameter.text("funnel", "The id of a saved funnel, instead of `steps`."),
                    Parameters.PERIOD,
                    Parameters.FROM_DAY,
                    Parameters.TO_DAY,
                    Parameters.FILTERS)
            .answers(FunnelJson.class, "The steps.")
            .asCsv()
            .explained();

    static final Operation SAVED_FUNNELS = Operation.of(Tag.SITES, "savedFunnels", "List the saved funnels of a site")
            .with(Parameters.SITE)
            .answers(SavedFunnelList.class, "All saved funnels.")
            .asCsv();

    static final Operation PUT_FUNNEL = Operation.of(Tag.SITES, "putFunnel", "Save or replace a funnel")
            .with(Parameters.SITE, Parameters.FUNNEL)
            .takes(SavedFunnelBody.class)
            .answers(SavedFunnelJson.class, "The funnel after the change.");

    static final Operation DELETE_FUNNEL = Operation.of(Tag.SITES, "deleteFunnel", "Delete a saved funnel")
            .with(Parameters.SITE, Parameters.FUNNEL)
            .answersNothing(204, "The funnel is deleted.");

    static final Operation DROPPED = Operation.of(Tag.SITES, "dropped", "Get the hits that were not counted")
            .details(
                    "By day in UTC. The counts include those of this server up to now, and of other servers on the table up to some seconds ago.")
            .with(Parameters.SITE, Parameters.PERIOD, Parameters.FROM_DAY, Parameters.TO_DAY)
            .answers(SiteDropped.class, "The numbers by reason.")
            .asCsv();

    static final Operation GOALS = Operation.of(Tag.SITES, "goals", "List the goals of a site")
            .with(Parameters.SITE)
            .answers(GoalPage.class, "All goals.")
            .asCsv();

    static final Operation GOAL = Operation.of(Tag.SITES, "goal", "Get a goal")
            .with(Parameters.SITE, Parameters.GOAL)
            .answers(GoalJson.class, "The goal.");

    static final Operation PUT_GOAL = Operation.of(Tag.SITES, "putGoal", "Create or replace a goal")
            .with(Parameters.SITE, Parameters.GOAL)
            .takes(GoalBody.class)
            .answers(GoalJson.class, "The goal after the change.");

    static final Operation DELETE_GOAL = Operation.of(Tag.SITES, "deleteGoal", "Delete a goal")
            .with(Parameters.SITE, Parameters.GOAL)
            .answersNothing(204, "The goal is deleted.");

    static final Operation VISITOR = Operation.of(Tag.SITES, "visitor", "Export everything that is stored of a visitor")
            .with(
                    Parameters.SITE,
                    Parameters.VISITOR,
                    Parameter.time("from", "The start of the range, included; 31 days ago by default."),
                    Parameter.time("to", "The end of the range, not included; an hour from now by default."))
            .answers(VisitorExport.class, "Hits and sessions.");

    static final Operation ERASE_VISITOR = Operation.of(Tag.SITES, "eraseVisitor", "Erase a visitor")
            .with(
                    Parameters.SITE,
                    Parameters.VISITOR,
                    Parameter.time("from", "The start of the range, included; 31 days ago by default."),
                    Parameter.time("to", "The end of the range, not included; an hour from now by default."))
            .answers(VisitorErased.class, "What was deleted.");

    static final Operation EVENT = Operation.of(Tag.INGEST, "sendEvent", "Send a page view or an event of a web site")
            .details(
                    "The body that Plausible documents, also as text/plain, which needs no preflight. Any site may send. One address may send 50 hits a second to one site, on average over 20 seconds, unless the server is started with another --hit-rate.")
            .takes(
                    new Operation.Content(
                            Operation.JSON,
                            EventJson.class,
                            Operation.Shape.ONE,
                            "{\"n\":\"pageview\",\"u\":\"https://blog.example/pricing\",\"d\":\"blog\",\"r\":\"https://www.google.com/\"}"))
            .takesText("text/plain", "{\"n\":\"pageview\",\"u\":\"https://blog.example/\",\"d\":\"blog\"}")
            .answersNothing(
                    202,
                    "The hit is stored, or dropped on purpose: hits of robots and of visitors who do not want to be counted are dropped.")
            .answersBusy();

    static final Operation EVENT_PREFLIGHT = Operation.of(
                    Tag.INGEST, "eventPreflight", "Allow browsers to send from another site")
            .answersNothing(204, "Sending is allowed.")
            .neverFails();

    private SiteOperations() {}
}
