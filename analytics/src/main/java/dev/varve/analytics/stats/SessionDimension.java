package dev.varve.analytics.stats;

import dev.varve.analytics.hit.Traits;
import dev.varve.analytics.session.Session;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A dimension of sessions, shared by all hits of a session. Breakdowns count sessions. */
public enum SessionDimension implements Dimension {
    ENTRY_PAGE("entryPage", Session::entryPage),
    EXIT_PAGE("exitPage", Session::exitPage),
    SOURCE("source", trait(Traits::source)),
    REFERRER("referrer", trait(Traits::referrer)),
    CHANNEL("channel", trait(Traits::channel)),
    UTM_SOURCE("utmSource", trait(Traits::utmSource)),
    UTM_MEDIUM("utmMedium", trait(Traits::utmMedium)),
    UTM_CAMPAIGN("utmCampaign", trait(Traits::utmCampaign)),
    UTM_TERM("utmTerm", trait(Traits::utmTerm)),
    UTM_CONTENT("utmContent", trait(Traits::utmContent)),
    COUNTRY("country", trait(Traits::country)),
    DEVICE("device", trait(Traits::device)),
    BROWSER("browser", trait(Traits::browser)),
    OS("os", trait(Traits::os));

    private final String component;

    @SuppressWarnings("ImmutableEnumChecker") // references to methods, which hold nothing
    private final Function<Session, @Nullable String> value;

    SessionDimension(String component, Function<Session, @Nullable String> value) {
        this.component = component;
        this.value = value;
    }

    private static Function<Session, @Nullable String> trait(Function<Traits, @Nullable String> trait) {
        return session -> trait.apply(session.traits());
    }

    /** Returns the component of a session that holds the dimension. */
    public String component() {
        return component;
    }

    public @Nullable String of(Session session) {
        return value.apply(session);
    }

    @Override
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
