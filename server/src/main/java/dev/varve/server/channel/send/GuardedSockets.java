package dev.varve.server.channel.send;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes sockets that connect to allowed addresses only, and that close when their time is over. The address that is checked is
 * the address that is connected to, so that a name which resolves differently the second time changes nothing.
 */
final class GuardedSockets extends SocketFactory implements AutoCloseable {

    /** A server that does not take a connection by then is down. */
    static final Duration CONNECT = Duration.ofSeconds(5);

    /** All of one attempt, from the connection to the last answer; shorter than the lease of a notice. */
    static final Duration WHOLE = Duration.ofSeconds(20);

    private final AddressGuard guard;
    private final Duration whole;
    private final SSLSocketFactory tls;
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "varve-channel-deadlines");
        thread.setDaemon(true);
        return thread;
    });

    /** @param tls lays TLS over connected sockets */
    GuardedSockets(AddressGuard guard, Duration whole, SSLSocketFactory tls) {
        this.guard = guard;
        this.whole = whole;
        this.tls = tls;
    }

    SSLSocketFactory tls() {
        return tls;
    }

    /** Connects to a server in the clear. */
    Socket connect(String host, int port) throws IOException {
        Socket socket = createSocket();
        try {
            socket.connect(new InetSocketAddress(host, port), (int) CONNECT.toMillis());
            socket.setSoTimeout((int) WHOLE.toMillis());
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Connects to a server by TLS, and checks that its certificate is one for this host. */
    Socket connectSecured(String host, int port) throws IOException {
        Socket plain = connect(host, port);
        try {
            SSLSocket socket = (SSLSocket) tls.createSocket(plain, host, port, true);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return socket;
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    private final class Guarded extends Socket {

        private @Nullable Future<?> end;

        @Override
        public void connect(SocketAddress endpoint) throws IOException {
            connect(endpoint, (int) CONNECT.toMillis());
        }

        @Override
        public void connect(SocketAddress endpoint, int timeout) throws IOException {
            if (!(endpoint instanceof InetSocketAddress address)) {
                throw new IOException("channels connect to internet addresses only");
            }
            if (address.isUnresolved()) {
                throw new UnknownHostException(address.getHostString());
            }
            if (!guard.isAllowed(address.getAddress())) {
                throw new BlockedAddress(address.getHostString());
            }
            end = watch.schedule(this::abort, whole.toMillis(), TimeUnit.MILLISECONDS);
            super.connect(endpoint, timeout);
        }

        private void abort() {
            try {
                super.close();
            } catch (IOException e) {
                // The caller no longer waits for it.
            }
        }

        @Override
        public synchronized void close() throws IOException {
            Future<?> watching = end;
            if (watching != null) {
                watching.cancel(false);
            }
            super.close();
        }
    }

    @Override
    public Socket createSocket() {
        return new Guarded();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return createSocket(InetAddress.getByName(host), port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        Socket socket = createSocket();
        socket.connect(new InetSocketAddress(host, port));
        return socket;
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }
}
