package dev.varve.benchmarks.peers;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * SQLite as one would use it by hand: names of devices in a table of their own, readings clustered by device and clock, a
 * write-ahead log that is synced by every transaction.
 */
final class SqliteDatabase extends JdbcDatabase {

    SqliteDatabase(Path folder) throws Exception {
        super("jdbc:sqlite:", folder);
    }

    @Override
    Database open(Path folder) throws Exception {
        return new SqliteDatabase(folder);
    }

    @Override
    void create() throws SQLException {
        execute("PRAGMA journal_mode = WAL");
        execute("PRAGMA synchronous = FULL");
        execute("CREATE TABLE device (id INTEGER PRIMARY KEY, name TEXT UNIQUE)");
        execute("""
                CREATE TABLE reading (device INTEGER, at INTEGER, temperature REAL, humidity REAL, battery INTEGER,
                  PRIMARY KEY (device, at)) WITHOUT ROWID""");
    }

    @Override
    public long load(Readings readings) throws SQLException {
        connection().setAutoCommit(false);
        try (PreparedStatement device = connection().prepareStatement("INSERT INTO device VALUES (?, ?)");
                PreparedStatement reading =
                        connection().prepareStatement("INSERT INTO reading VALUES (?, ?, ?, ?, ?)")) {
            for (int row = 0; row < readings.rows(); row++) {
                if (row < readings.devices()) {
                    device.setInt(1, row);
                    device.setString(2, Readings.id(row));
                    device.execute();
                }
                reading.setInt(1, readings.device(row));
                reading.setLong(2, readings.millis(row));
                reading.setDouble(3, readings.value(Field.TEMPERATURE, row));
                reading.setDouble(4, readings.value(Field.HUMIDITY, row));
                reading.setInt(5, readings.mantissa(Field.BATTERY, row));
                reading.execute();
                if ((row + 1) % BATCH == 0) {
                    connection().commit();
                }
            }
            connection().commit();
        }
        connection().setAutoCommit(true);
        return System.nanoTime();
    }

    @Override
    String hourSql() {
        return """
                SELECT name, at, temperature, humidity, battery FROM device JOIN reading ON device = id
                WHERE name = ? AND at >= ? AND at < ? ORDER BY at""";
    }

    @Override
    String latestSql() {
        return """
                SELECT name, at, temperature, humidity, battery FROM device JOIN reading ON device = id
                  AND at = (SELECT max(at) FROM reading AS newest WHERE newest.device = id)""";
    }

    @Override
    String hourlyByDeviceSql() {
        return """
                SELECT name, at / 3600000 * 3600000 AS hour, avg(temperature), avg(humidity), avg(battery)
                FROM device JOIN reading ON device = id WHERE at >= ? AND at < ? GROUP BY id, hour ORDER BY id, hour""";
    }

    @Override
    String hourlyOfFleetSql() {
        return """
                SELECT '', at / 3600000 * 3600000 AS hour, avg(temperature), avg(humidity), avg(battery)
                FROM reading WHERE at >= ? AND at < ? GROUP BY hour ORDER BY hour""";
    }

    @Override
    String dailySql() {
        return """
                SELECT name, at / 86400000 * 86400000 AS day, avg(temperature), avg(humidity), avg(battery)
                FROM device JOIN reading ON device = id WHERE name = ? AND at >= ? AND at < ? GROUP BY day ORDER BY day""";
    }

    @Override
    void compact() throws SQLException {
        execute("VACUUM");
        execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
}
