package dev.varve.server.api.channel;

/** The limits of a request that creates or changes a channel, and the messages that name them. */
public final class ChannelLimits {

    /** The most rules, and the most locations, in the route of one channel. */
    public static final int MAX_ROUTE = 100;

    /** The most recipients of one e-mail channel. */
    public static final int MAX_RECIPIENTS = 20;

    /** The most characters of an address, a host, a user or a secret. */
    public static final int MAX_TEXT = 2_000;

    /** The largest port of TCP. */
    public static final int MAX_PORT = 65_535;

    /** Ends the message for a property that is no text, or too long a text. */
    public static final String TEXT = " must be a text of at most " + MAX_TEXT + " characters";

    /** Ends the message for a bad list of rules or locations. */
    public static final String ROUTE = " must be a list of at most " + MAX_ROUTE + " texts, none of them empty";

    /** Ends the message for a bad list of recipients. */
    public static final String RECIPIENTS =
            " must be a list of at most " + MAX_RECIPIENTS + " texts, none of them empty";

    /** The message for a bad port. */
    public static final String PORT = "port must be a number from 1 to " + MAX_PORT;

    private ChannelLimits() {}
}
