package dev.varve.benchmarks.peers;

import io.questdb.cairo.CairoEngine;
import io.questdb.cairo.DefaultCairoConfiguration;
import io.questdb.cairo.security.AllowAllSecurityContext;
import io.questdb.cairo.sql.BindVariableService;
import io.questdb.cairo.sql.Record;
import io.questdb.cairo.sql.RecordCursor;
import io.questdb.cairo.sql.RecordCursorFactory;
import io.questdb.griffin.SqlException;
import io.questdb.griffin.SqlExecutionContextImpl;
import io.questdb.griffin.engine.functions.bind.BindVariableServiceImpl;
import io.questdb.mp.WorkerPool;
import io.questdb.mp.WorkerPoolUtils;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** QuestDB's library on a folder, with a worker for each processor. Statements are compiled once. */
final class QuestReader implements AutoCloseable {

    private static final int MICROS = 1_000;
    private static final int FIRST_VALUE = 2;

    private final WorkerPool workers;
    private final CairoEngine engine;
    private final SqlExecutionContextImpl context;
    private final BindVariableService variables;
    private final Map<String, RecordCursorFactory> statements = new HashMap<>();

    QuestReader(Path folder) throws SqlException {
        int processors = Runtime.getRuntime().availableProcessors();
        DefaultCairoConfiguration configuration = new DefaultCairoConfiguration(folder.toString());
        workers = new WorkerPool(() -> processors);
        engine = new CairoEngine(configuration);
        WorkerPoolUtils.setupQueryJobs(workers, engine);
        workers.start();
        variables = new BindVariableServiceImpl(configuration);
        context = new SqlExecutionContextImpl(engine, processors).with(AllowAllSecurityContext.INSTANCE, variables);
    }

    long count() {
        try (RecordCursor rows = statement("SELECT count() FROM climate").getCursor(context)) {
            rows.hasNext();
            return rows.getRecord().getLong(0);
        } catch (SqlException e) {
            throw new IllegalStateException(e);
        }
    }

    private RecordCursorFactory statement(String sql) throws SqlException {
        RecordCursorFactory statement = statements.get(sql);
        if (statement == null) {
            statement = engine.select(sql, context);
            statements.put(sql, statement);
        }
        return statement;
    }

    /** Runs a statement that returns device, clock and fields. Arguments are texts, or clocks in milliseconds. */
    DevicePoints points(String sql, Object... arguments) {
        try {
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i] instanceof Long millis) {
                    variables.setTimestamp(i, millis * MICROS);
                } else {
                    variables.setStr(i, arguments[i].toString());
                }
            }
            try (RecordCursor rows = statement(sql).getCursor(context)) {
                return read(rows);
            } finally {
                variables.clear();
            }
        } catch (SqlException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static DevicePoints read(RecordCursor rows) {
        DevicePoints points = new DevicePoints();
        Record row = rows.getRecord();
        while (rows.hasNext()) {
            double[] values = new double[Field.COUNT];
            for (int i = 0; i < Field.COUNT; i++) {
                values[i] = row.getDouble(i + FIRST_VALUE);
            }
            CharSequence device = row.getSymA(0);
            points.add(
                    device == null ? Question.FLEET : device.toString(),
                    new Point(row.getTimestamp(1) / MICROS, values));
        }
        return points;
    }

    @Override
    public void close() {
        statements.values().forEach(RecordCursorFactory::close);
        workers.halt();
        engine.close();
    }
}
