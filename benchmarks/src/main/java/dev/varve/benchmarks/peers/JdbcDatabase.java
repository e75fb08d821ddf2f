package dev.varve.benchmarks.peers;

import dev.varve.benchmarks.Folders;
import dev.varve.benchmarks.peers.Question.Daily;
import dev.varve.benchmarks.peers.Question.Hour;
import dev.varve.benchmarks.peers.Question.HourlyByDevice;
import dev.varve.benchmarks.peers.Question.HourlyOfFleet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A database in a file, in this process, with prepared statements. Every statement returns device, clock and fields. */
abstract class JdbcDatabase implements Database {

    private final String address;
    private final Path folder;
    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    /**
     * Creates the database in the file {@code data} of a folder.
     *
     * @param address the start of the JDBC address
     */
    JdbcDatabase(String address, Path folder) throws Exception {
        this.address = address;
        this.folder = Files.createDirectories(folder);
        this.connection = DriverManager.getConnection(address + folder.resolve("data"));
        create();
    }

    /** Creates the tables. */
    abstract void create() throws SQLException;

    /** Returns a second database of the same kind. */
    abstract Database open(Path folder) throws Exception;

    abstract String hourSql();

    abstract String latestSql();

    abstract String hourlyByDeviceSql();

    abstract String hourlyOfFleetSql();

    abstract String dailySql();

    /** Writes everything to the file, as small as it can. */
    abstract void compact() throws SQLException;

    final Connection connection() {
        return connection;
    }

    final void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public final void prepare(Readings readings, Readings warmUp) throws Exception {
        WarmUp.run(open(folder.resolve("warm-up")), warmUp);
        Folders.delete(folder.resolve("warm-up"));
    }

    @Override
    public final double processorSeconds() {
        return Processor.seconds();
    }

    @Override
    public final long count() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM reading")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private DevicePoints points(String sql, Object... arguments) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, arguments[i]);
        }
        DevicePoints points = new DevicePoints();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                double[] values = new double[Field.COUNT];
                for (int i = 0; i < Field.COUNT; i++) {
                    values[i] = rows.getDouble(i + 3);
                }
                points.add(rows.getString(1), new Point(rows.getLong(2), values));
            }
        }
        return points;
    }

    @Override
    public final List<Point> hour(Hour question) throws SQLException {
        return points(hourSql(), question.device(), question.fromMillis(), question.toMillis())
                .of(question.device());
    }

    @Override
    public final Map<String, List<Point>> latest() throws SQLException {
        return points(latestSql()).all();
    }

    @Override
    public final Map<String, List<Point>> hourlyByDevice(HourlyByDevice question) throws SQLException {
        return points(hourlyByDeviceSql(), question.fromMillis(), question.toMillis())
                .all();
    }

    @Override
    public final List<Point> hourlyOfFleet(HourlyOfFleet question) throws SQLException {
        return points(hourlyOfFleetSql(), question.fromMillis(), question.toMillis())
                .of(Question.FLEET);
    }

    @Override
    public final List<Point> daily(Daily question) throws SQLException {
        return points(dailySql(), question.device(), question.fromMillis(), question.toMillis())
                .of(question.device());
    }

    @Override
    public final long bytesAtRest() throws Exception {
        closeStatements();
        compact();
        close();
        return Folders.diskUsage(folder);
    }

    private void closeStatements() throws SQLException {
        for (PreparedStatement statement : statements.values()) {
            statement.close();
        }
        statements.clear();
    }

    @Override
    public final void close() throws SQLException {
        connection.close();
    }

    @Override
    public final String toString() {
        return address;
    }
}
