package dev.varve.analytics.stats;

import dev.varve.analytics.session.Session;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A dimension of sessions, shared by all hits of a session. Breakdowns count sessions. */
public enum SessionDimension implements Dimension {
    ENTRY_PAGE(Session::entryPage),
    EXIT_PAGE(Session::exitPage),
    SOURCE(Session::source),
    REFERRER(Session::referrer),
    CHANNEL(Session::channel),
    UTM_SOURCE(Session::utmSource),
    UTM_MEDIUM(Session::utmMedium),
    UTM_CAMPAIGN(Session::utmCampaign),
    UTM_TERM(Session::utmTerm),
    UTM_CONTENT(Session::utmContent),
    COUNTRY(Session::country),
    DEVICE(Session::device),
    BROWSER(Session::browser),
    OS(Session::os);

    @SuppressWarnings("ImmutableEnumChecker") // references to methods, which hold nothing
    private final Function<Session, @Nullable String> value;

    SessionDimension(Function<Session, @Nullable String> value) {
        this.value = value;
    }

    @Nullable
    String of(Session session) {
        return value.apply(session);
    }

    @Override
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
