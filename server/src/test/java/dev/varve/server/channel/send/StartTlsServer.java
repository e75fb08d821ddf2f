package dev.varve.server.channel.send;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A mail server with STARTTLS, which GreenMail lacks. It accepts one connection and records the commands. */
final class StartTlsServer implements AutoCloseable {

    private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final SSLContext tls;

    StartTlsServer(SSLContext tls) throws IOException {
        this.tls = tls;
        Thread thread = new Thread(this::serve, "starttls-server");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Returns the received commands; those over TLS have a lock as prefix. */
    List<String> commands() {
        return commands;
    }

    private void serve() {
        try (Socket plain = listening.accept()) {
            say(plain, "220 ready");
            BufferedReader in = reader(plain);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                commands.add(line);
                if (line.startsWith("STARTTLS")) {
                    say(plain, "220 go ahead");
                    SSLSocket secured = (SSLSocket) tls.getSocketFactory()
                            .createSocket(plain, plain.getInetAddress().getHostAddress(), plain.getPort(), true);
                    secured.setUseClientMode(false);
                    converse(secured);
                    return;
                }
                say(plain, line.startsWith("EHLO") ? "250-here\r\n250 STARTTLS" : "250 ok");
            }
        } catch (IOException e) {
            commands.add("failed: " + e.getMessage());
        }
    }

    private void converse(Socket secured) throws IOException {
        BufferedReader in = reader(secured);
        boolean isData = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (isData) {
                isData = !line.equals(".");
                if (!isData) {
                    say(secured, "250 accepted");
                }
                continue;
            }
            commands.add("🔒 " + line);
            isData = line.equals("DATA");
            say(
                    secured,
                    line.startsWith("EHLO")
                            ? "250-here\r\n250 AUTH PLAIN"
                            : line.startsWith("AUTH") ? "235 welcome" : isData ? "354 go on" : "250 ok");
        }
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private static void say(Socket socket, String line) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
