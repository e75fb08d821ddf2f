package dev.varve.server.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A raw connection, for tests that control every byte. */
final class RawClient implements AutoCloseable {

    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int PATIENCE_MILLIS = 30_000;

    private final Socket socket;

    RawClient(int port) {
        this(port, 64 * 1024);
    }

    /** @param receives the size of the receive buffer in bytes */
    RawClient(int port, int receives) {
        try {
            socket = new Socket();
            socket.setReceiveBufferSize(receives);
            socket.connect(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    RawClient send(String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends the header of a request and a part of its body. */
    RawClient post(String path, int length, String part) {
        return send(
                "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %s\r\n\r\n%s".formatted(path, length, part));
    }

    /** Returns the first line of the response; an empty text if the connection is closed. */
    String firstLine() {
        try {
            String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            return line == null ? "" : line;
        } catch (SocketTimeoutException e) {
            throw new IllegalStateException("there was no response", e);
        } catch (IOException e) {
            return "";
        }
    }

    /** Sends bytes slowly. Returns whether the server closes the connection before this number is sent. */
    boolean dripsUntilClosed(int most) {
        try {
            socket.setSoTimeout(20);
            for (int i = 0; i < most; i++) {
                try {
                    if (socket.getInputStream().read() < 0) {
                        return true;
                    }
                } catch (SocketTimeoutException e) {
                    socket.getOutputStream().write('x');
                }
            }
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Returns whether the server has closed the connection. */
    boolean isClosed() {
        return isClosedWithin(1);
    }

    /** Waits for the server to close the connection; returns whether it does within this time. */
    boolean isClosedWithin(int millis) {
        try {
            socket.setSoTimeout(millis);
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
