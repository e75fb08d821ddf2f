package dev.varve.server.api.channel;

/** How a connection to a mail server is encrypted. */
public enum MailSecurity {
    /** It begins in the clear and must switch to TLS before anything else is sent; usual on port 587. */
    STARTTLS,
    /** TLS from the first byte; usual on port 465. */
    TLS,
    /** Not at all; only without a password. */
    NONE
}
