package dev.varve.server.channel.delivery;

/** Where a notice is in its life. */
enum NoticeStatus {
    /** A server is putting deliveries into it. */
    GATHERING,
    /** It is complete, and was not accepted by the receiver yet. */
    PENDING,
    /** The receiver accepted it. */
    DELIVERED,
    /** It is given up. */
    FAILED,
    /** The server that gathered it stopped; its deliveries go into other notices. */
    ABANDONED
}
