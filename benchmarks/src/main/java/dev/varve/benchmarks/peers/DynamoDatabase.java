package dev.varve.benchmarks.peers;

import dev.varve.benchmarks.Prices;
import dev.varve.benchmarks.peers.Question.Daily;
import dev.varve.benchmarks.peers.Question.Hour;
import dev.varve.benchmarks.peers.Question.HourlyByDevice;
import dev.varve.benchmarks.peers.Question.HourlyOfFleet;
import dev.varve.testkit.local.LocalDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * DynamoDB Local in memory with an item for each reading, as one would write it by hand: batches of 25, and averages in the
 * client, which reads all items for them. It gets fewer readings, because it is slow.
 */
final class DynamoDatabase implements Database {

    private static final int MOST_ROWS = 20_000;

    /** DynamoDB accepts at most 25 writes in one request. */
    private static final int WRITES = 25;

    private static final String TABLE = "readings";
    private static final String CLOCK = "READING#";

    private final LocalDatabase local = LocalDatabase.open();
    private final DynamoDbAsyncClient client = local.client();
    private Readings loaded = Readings.generate(0, 0, 1, 1);

    DynamoDatabase() {
        client.createTable(table -> table.tableName(TABLE)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(attribute("pk"), attribute("sk"))
                        .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE)))
                .join();
    }

    private static AttributeDefinition attribute(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    @Override
    public Readings share(Readings all) {
        return all.atMost(MOST_ROWS);
    }

    @Override
    public void prepare(Readings readings, Readings warmUp) throws Exception {
        WarmUp.run(new DynamoDatabase(), warmUp.atMost(BATCH));
    }

    @Override
    public long load(Readings readings) {
        loaded = readings;
        List<WriteRequest> batch = new ArrayList<>();
        for (int row = 0; row < readings.rows(); row++) {
            Map<String, AttributeValue> item = item(readings, row);
            batch.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
            if (batch.size() == WRITES || row + 1 == readings.rows()) {
                List<WriteRequest> writes = List.copyOf(batch);
                if (!client.batchWriteItem(request -> request.requestItems(Map.of(TABLE, writes)))
                        .join()
                        .unprocessedItems()
                        .isEmpty()) {
                    throw new IllegalStateException("readings were not stored");
                }
                batch.clear();
            }
        }
        return System.nanoTime();
    }

    private static Map<String, AttributeValue> item(Readings readings, int row) {
        Map<String, AttributeValue> item = new HashMap<>();
        item.put("pk", text(partition(Readings.id(readings.device(row)))));
        item.put("sk", text(sort(readings.millis(row))));
        for (int i = 0; i < Field.COUNT; i++) {
            StringBuilder number = new StringBuilder();
            Field.at(i).append(number, readings.mantissa(Field.at(i), row));
            item.put(Field.at(i).text(), AttributeValue.fromN(number.toString()));
        }
        return item;
    }

    private static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    private static String partition(String device) {
        return "DEVICE#" + device;
    }

    private static String sort(long millis) {
        return CLOCK + Instant.ofEpochMilli(millis);
    }

    private static Point point(Map<String, AttributeValue> item) {
        double[] values = new double[Field.COUNT];
        for (int i = 0; i < Field.COUNT; i++) {
            values[i] = Double.parseDouble(item.getOrDefault(Field.at(i).text(), AttributeValue.fromN("NaN"))
                    .n());
        }
        String clock = item.getOrDefault("sk", text("")).s().substring(CLOCK.length());
        return new Point(Instant.parse(clock).toEpochMilli(), values);
    }

    @Override
    public double processorSeconds() {
        return Processor.seconds();
    }

    @Override
    public long count() {
        return description().itemCount();
    }

    private TableDescription description() {
        return client.describeTable(request -> request.tableName(TABLE)).join().table();
    }

    /** Returns the readings of a device in a range, of all pages. */
    private List<Point> range(String device, long fromMillis, long toMillis) {
        List<Point> points = new ArrayList<>();
        Map<String, AttributeValue> start = Map.of();
        do {
            QueryRequest.Builder request = QueryRequest.builder()
                    .tableName(TABLE)
                    .keyConditionExpression("pk = :pk AND sk BETWEEN :from AND :to")
                    .expressionAttributeValues(Map.of(
                            ":pk", text(partition(device)),
                            ":from", text(sort(fromMillis)),
                            ":to", text(sort(toMillis - Readings.MINUTE_MILLIS))));
            if (!start.isEmpty()) {
                request.exclusiveStartKey(start);
            }
            QueryResponse page = client.query(request.build()).join();
            page.items().forEach(item -> points.add(point(item)));
            start = page.lastEvaluatedKey();
        } while (!start.isEmpty());
        return points;
    }

    @Override
    public List<Point> hour(Hour question) {
        return range(question.device(), question.fromMillis(), question.toMillis());
    }

    @Override
    public Map<String, List<Point>> latest() {
        Map<String, List<Point>> latest = new HashMap<>();
        for (int i = 0; i < loaded.devices(); i++) {
            String device = Readings.id(i);
            QueryResponse newest = client.query(request -> request.tableName(TABLE)
                            .keyConditionExpression("pk = :pk")
                            .expressionAttributeValues(Map.of(":pk", text(partition(device))))
                            .scanIndexForward(false)
                            .limit(1))
                    .join();
            latest.put(
                    device, newest.items().stream().map(DynamoDatabase::point).toList());
        }
        return latest;
    }

    @Override
    public Map<String, List<Point>> hourlyByDevice(HourlyByDevice question) {
        Map<String, List<Point>> hourly = new HashMap<>();
        for (int i = 0; i < loaded.devices(); i++) {
            String device = Readings.id(i);
            hourly.put(
                    device, averages(range(device, question.fromMillis(), question.toMillis()), Readings.HOUR_MILLIS));
        }
        return hourly;
    }

    @Override
    public List<Point> hourlyOfFleet(HourlyOfFleet question) {
        List<Point> all = new ArrayList<>();
        for (int i = 0; i < loaded.devices(); i++) {
            all.addAll(range(Readings.id(i), question.fromMillis(), question.toMillis()));
        }
        return averages(all, Readings.HOUR_MILLIS);
    }

    @Override
    public List<Point> daily(Daily question) {
        return averages(range(question.device(), question.fromMillis(), question.toMillis()), Readings.DAY_MILLIS);
    }

    private static List<Point> averages(List<Point> readings, long bucketMillis) {
        // The sums of the fields, then the count.
        Map<Long, double[]> sums = new TreeMap<>();
        for (Point reading : readings) {
            double[] sum = sums.computeIfAbsent(
                    reading.millis() / bucketMillis * bucketMillis, first -> new double[Field.COUNT + 1]);
            for (int i = 0; i < Field.COUNT; i++) {
                sum[i] += reading.values()[i];
            }
            sum[Field.COUNT]++;
        }
        List<Point> points = new ArrayList<>();
        sums.forEach((millis, sum) -> points.add(new Point(
                millis,
                Arrays.stream(sum, 0, Field.COUNT)
                        .map(value -> value / sum[Field.COUNT])
                        .toArray())));
        return points;
    }

    /** Returns the bytes that DynamoDB would bill. */
    @Override
    public long bytesAtRest() {
        return description().tableSizeBytes() + Prices.BYTES_PER_ITEM * count();
    }

    @Override
    public void close() {
        local.close();
    }
}
