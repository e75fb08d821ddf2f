package dev.varve.server.channel.send;

import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import javax.net.ssl.SSLException;

/** Says why an attempt failed, in a bounded text without secrets; pure. */
final class Reasons {

    private static final int MAX_REASON = 300;

    private Reasons() {}

    static String of(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof BlockedAddress) {
            return message;
        } else if (failure instanceof UnknownHostException) {
            return "the host %s is not known".formatted(message);
        } else if (failure instanceof SocketTimeoutException) {
            return "the receiver did not answer in time";
        } else if (failure instanceof ConnectException) {
            return "no connection: " + message;
        } else if (failure instanceof SSLException) {
            return "no secure connection: " + message;
        } else if (failure instanceof SocketException) {
            return "the connection broke or the time was over: " + message;
        }
        return message;
    }

    /** Returns the reason on one line, with each of these texts taken out. */
    static String clean(String reason, List<String> secrets) {
        String clean = reason;
        for (String secret : secrets) {
            clean = clean.replace(secret, "***");
        }
        String line = clean.replaceAll("\\p{Cntrl}", " ");
        return line.length() <= MAX_REASON ? line : line.substring(0, MAX_REASON) + "…";
    }
}
