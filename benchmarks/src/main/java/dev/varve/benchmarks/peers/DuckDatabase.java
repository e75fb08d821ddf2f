package dev.varve.benchmarks.peers;

import java.nio.file.Path;
import java.sql.SQLException;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** DuckDB by its appender, the fastest way in. Nothing is durable before the appender is closed. */
final class DuckDatabase extends JdbcDatabase {

    DuckDatabase(Path folder) throws Exception {
        super("jdbc:duckdb:", folder);
    }

    @Override
    Database open(Path folder) throws Exception {
        return new DuckDatabase(folder);
    }

    @Override
    void create() throws SQLException {
        execute("""
                CREATE TABLE reading (device VARCHAR, ts TIMESTAMP, temperature DOUBLE, humidity DOUBLE, battery INTEGER)""");
    }

    @Override
    public long load(Readings readings) throws SQLException {
        String[] ids = new String[readings.devices()];
        for (int device = 0; device < ids.length; device++) {
            ids[device] = Readings.id(device);
        }
        try (DuckDBAppender appender = connection()
                .unwrap(DuckDBConnection.class)
                .createAppender(DuckDBConnection.DEFAULT_SCHEMA, "reading")) {
            for (int row = 0; row < readings.rows(); row++) {
                appender.beginRow();
                appender.append(ids[readings.device(row)]);
                appender.appendEpochMicros(readings.millis(row) * 1_000);
                appender.append(readings.value(Field.TEMPERATURE, row));
                appender.append(readings.value(Field.HUMIDITY, row));
                appender.append(readings.mantissa(Field.BATTERY, row));
                appender.endRow();
            }
        }
        return System.nanoTime();
    }

    @Override
    String hourSql() {
        return """
                SELECT device, epoch_ms(ts), temperature, humidity, battery FROM reading
                WHERE device = ? AND ts >= make_timestamp_ms(?) AND ts < make_timestamp_ms(?) ORDER BY ts""";
    }

    @Override
    String latestSql() {
        return """
                SELECT device, epoch_ms(max(ts)), arg_max(temperature, ts), arg_max(humidity, ts), arg_max(battery, ts)
                FROM reading GROUP BY device""";
    }

    @Override
    String hourlyByDeviceSql() {
        return """
                SELECT device, epoch_ms(date_trunc('hour', ts)) AS hour, avg(temperature), avg(humidity), avg(battery)
                FROM reading WHERE ts >= make_timestamp_ms(?) AND ts < make_timestamp_ms(?)
                GROUP BY device, hour ORDER BY device, hour""";
    }

    @Override
    String hourlyOfFleetSql() {
        return """
                SELECT '', epoch_ms(date_trunc('hour', ts)) AS hour, avg(temperature), avg(humidity), avg(battery)
                FROM reading WHERE ts >= make_timestamp_ms(?) AND ts < make_timestamp_ms(?) GROUP BY hour ORDER BY hour""";
    }

    @Override
    String dailySql() {
        return """
                SELECT ANY_VALUE(device), epoch_ms(date_trunc('day', ts)::TIMESTAMP) AS day, avg(temperature),
                  avg(humidity), avg(battery)
                FROM reading WHERE device = ? AND ts >= make_timestamp_ms(?) AND ts < make_timestamp_ms(?)
                GROUP BY day ORDER BY day""";
    }

    @Override
    void compact() throws SQLException {
        execute("CHECKPOINT");
    }
}
