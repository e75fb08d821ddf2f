package dev.varve.benchmarks.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A server with prepared responses of DynamoDB's protocol. It runs in its own process, so that its CPU time is not
 * counted for the clients. It prints its port, and ends when its standard input ends.
 */
final class CannedServer {

    private static final int BACKLOG = 64;

    private static final String CAPACITY =
            "\"ConsumedCapacity\":{\"TableName\":\"telemetry\",\"CapacityUnits\":1.0,\"Table\":{\"CapacityUnits\":1.0}}";

    private static final Map<String, byte[]> ANSWERS = Map.of(
            "PutItem", answer("{" + CAPACITY + "}"),
            "Query", answer(page()),
            "DescribeTable",
                    answer(
                            "{\"Table\":{\"TableName\":\"telemetry\",\"TableStatus\":\"ACTIVE\",\"AttributeDefinitions\":["
                                    + "{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},"
                                    + "{\"AttributeName\":\"sk\",\"AttributeType\":\"S\"}],\"KeySchema\":["
                                    + "{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
                                    + "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}]}}"),
            "DescribeTimeToLive",
                    answer("{\"TimeToLiveDescription\":{\"AttributeName\":\"ttl\",\"TimeToLiveStatus\":\"ENABLED\"}}"));

    private CannedServer() {}

    public static void main(String[] args) throws IOException {
        ServerSocket server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        System.out.println(server.getLocalPort());
        start(() -> accept(server));
        while (System.in.read() >= 0) {
            // Nothing is written here; the end of input means that the parent process has ended.
        }
        System.exit(0);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }

    private static void accept(ServerSocket server) {
        try {
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                start(() -> serve(socket));
            }
        } catch (IOException e) {
            throw new IllegalStateException("no connection", e);
        }
    }

    private static void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                String operation = "";
                int length = 0;
                for (line = line(in); !line.isEmpty(); line = line(in)) {
                    String header = line.toLowerCase(Locale.ROOT);
                    if (header.startsWith("content-length:")) {
                        length = Integer.parseInt(
                                header.substring("content-length:".length()).strip());
                    } else if (header.startsWith("x-amz-target:")) {
                        operation = line.substring(line.lastIndexOf('.') + 1).strip();
                    }
                }
                in.skipNBytes(length);
                byte[] answer = ANSWERS.get(operation);
                if (answer == null) {
                    throw new IOException("no answer to " + operation);
                }
                out.write(answer);
            }
        } catch (EOFException e) {
            // The client is done.
        } catch (IOException e) {
            System.err.println(e);
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static byte[] answer(String json) {
        byte[] body = json.getBytes(UTF_8);
        byte[] head = ("HTTP/1.1 200 OK\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: " + body.length
                        + "\r\n\r\n")
                .getBytes(UTF_8);
        byte[] all = new byte[head.length + body.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }

    /** Returns a page of readings as ElectroDB stores them: with the entity's name and version. */
    private static String page() {
        String items = SeriesReadings.readings(ElectroDb.DEVICE, RequestContest.LARGE_PAGE)
                .map(reading -> {
                    Map<String, AttributeValue> stored = SeriesReadings.stored(reading);
                    stored.put("__edb_e__", AttributeValue.fromS("reading"));
                    stored.put("__edb_v__", AttributeValue.fromS("1"));
                    return json(stored);
                })
                .collect(Collectors.joining(",", "[", "]"));
        Map<String, AttributeValue> last =
                SeriesReadings.stored(SeriesReadings.reading(ElectroDb.DEVICE, RequestContest.LARGE_PAGE - 1));
        last.keySet().retainAll(Set.of("pk", "sk"));
        return "{\"Count\":1000,\"ScannedCount\":1000,\"Items\":" + items + ",\"LastEvaluatedKey\":" + json(last) + ","
                + CAPACITY + "}";
    }

    private static String json(Map<String, AttributeValue> item) {
        return item.entrySet().stream()
                .map(attribute -> {
                    AttributeValue value = attribute.getValue();
                    return "\"%s\":{\"%s\":\"%s\"}"
                            .formatted(
                                    attribute.getKey(),
                                    value.s() == null ? "N" : "S",
                                    value.s() == null ? value.n() : value.s());
                })
                .collect(Collectors.joining(",", "{", "}"));
    }
}
