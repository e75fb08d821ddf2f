/** Web analytics: hits, sessions, goals, funnels and statistics. */
@SuppressWarnings("requires-automatic")
module dev.varve.analytics {
    requires transitive dev.varve;
    requires dev.varve.sketches;
    requires static org.jspecify;
    requires com.github.benmanes.caffeine;
    requires com.maxmind.db;
    requires re2j;
    requires uap.java;

    exports dev.varve.analytics;
    exports dev.varve.analytics.enrich;
    exports dev.varve.analytics.goal;
    exports dev.varve.analytics.hit;
    exports dev.varve.analytics.session;
    exports dev.varve.analytics.stats;

    // The packages of stored records.
    opens dev.varve.analytics to
            dev.varve;
    opens dev.varve.analytics.hit to
            dev.varve;
    opens dev.varve.analytics.session to
            dev.varve;
    opens dev.varve.analytics.session.internal to
            dev.varve;
}
