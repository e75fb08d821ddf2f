package dev.varve.proofs.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** A raw connection to a local server. */
final class Wire implements AutoCloseable {

    /** The time limit for a response. */
    private static final int LONGEST_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    /**
     * A response of the server.
     *
     * @param headers by their names in lower case
     */
    record Answer(int status, Map<String, String> headers, String body) {

        boolean isLast() {
            return headers.getOrDefault("connection", "").equalsIgnoreCase("close");
        }
    }

    private Wire(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
    }

    static Wire to(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(LONGEST_MILLIS);
        socket.setTcpNoDelay(true);
        return new Wire(socket);
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** Ends the sending side of the connection. */
    void end() throws IOException {
        socket.shutdownOutput();
    }

    /** Reads a response with a finite body; returns null if the server closed the connection instead. */
    @Nullable
    Answer receive(boolean isHead) throws IOException {
        String first = line();
        if (first == null) {
            return null;
        }
        int status = Integer.parseInt(first.split(" ", 3)[1]);
        Map<String, String> headers = new HashMap<>();
        for (String header = line(); header != null && !header.isEmpty(); header = line()) {
            String[] parts = header.split(":", 2);
            headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1].strip());
        }
        boolean isWithout = isHead || status < 200 || status == 204 || status == 304;
        return new Answer(status, headers, isWithout ? "" : text(headers, body(headers)));
    }

    private static String text(Map<String, String> headers, byte[] body) throws IOException {
        boolean isPacked = headers.getOrDefault("content-encoding", "").equals("gzip");
        return new String(isPacked ? new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes() : body, UTF_8);
    }

    private byte[] body(Map<String, String> headers) throws IOException {
        if (headers.getOrDefault("content-type", "").startsWith("text/event-stream")) {
            return new byte[0];
        }
        if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
            var body = new ByteArrayOutputStream();
            for (int size = chunk(); size > 0; size = chunk()) {
                body.write(in.readNBytes(size));
                line();
            }
            line();
            return body.toByteArray();
        }
        String length = headers.get("content-length");
        return length == null ? in.readAllBytes() : in.readNBytes(Integer.parseInt(length));
    }

    private int chunk() throws IOException {
        String size = line();
        return size == null ? 0 : Integer.parseInt(size.strip(), 16);
    }

    private @Nullable String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null;
            }
            line.write(next);
        }
        return line.toString(ISO_8859_1).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
