package dev.varve.server.channel.send;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Posts a body by HTTP/1.1 and returns the status. It is written by hand because the JDK's client does not let the caller
 * choose which of a name's addresses to connect to. It follows no redirect and reads no body.
 */
final class HttpPost {

    private static final int MAX_HEAD = 16 * 1024;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})(?: .*)?");

    private final GuardedSockets sockets;

    HttpPost(GuardedSockets sockets) {
        this.sockets = sockets;
    }

    int send(URI target, Map<String, String> headers, byte[] body) throws IOException {
        boolean isSecured = "https".equals(target.getScheme());
        int port = target.getPort() >= 0 ? target.getPort() : isSecured ? 443 : 80;
        String host = target.getHost().replaceAll("^\\[|]$", "");
        try (Socket socket = isSecured ? sockets.connectSecured(host, port) : sockets.connect(host, port)) {
            OutputStream out = socket.getOutputStream();
            out.write(head(target, headers, body.length).getBytes(StandardCharsets.ISO_8859_1));
            out.write(body);
            out.flush();
            return status(new BufferedInputStream(socket.getInputStream()));
        }
    }

    private static String head(URI target, Map<String, String> headers, int length) {
        String path = target.getRawPath() == null || target.getRawPath().isEmpty() ? "/" : target.getRawPath();
        String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
        String host = target.getHost() + (target.getPort() < 0 ? "" : ":" + target.getPort());
        StringBuilder head = new StringBuilder("POST %s%s HTTP/1.1\r\nHost: %s\r\n".formatted(path, query, host));
        head.append("Content-Length: ").append(length).append("\r\nConnection: close\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return head.append("\r\n").toString();
    }

    /** Returns the status of the first answer that is not an interim one. */
    private static int status(InputStream in) throws IOException {
        int room = MAX_HEAD;
        while (true) {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int each = in.read();
                if (each < 0 || room-- == 0) {
                    break;
                }
                head.append((char) each);
            }
            Matcher line = STATUS.matcher(head.toString().split("\r\n", 2)[0]);
            if (!line.matches()) {
                throw new IOException("the answer is not HTTP");
            }
            int status = Integer.parseInt(line.group(1));
            if (status >= 200) {
                return status;
            }
        }
    }
}
