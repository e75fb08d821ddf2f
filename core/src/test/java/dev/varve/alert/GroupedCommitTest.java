package dev.varve.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.alert.internal.AlertSubject;
import dev.varve.alert.internal.DeviceState;
import dev.varve.engine.ForwardingEngine;
import dev.varve.engine.ForwardingTable;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.BlockingTable;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** States and alerts of several devices in one transaction: each device is stored completely, or not at all. */
class GroupedCommitTest {

    private static final Instant NOW = Instant.parse("2026-04-20T14:00:00Z");
    private static final Alerting ALERTING = Alerting.standard();

    private int transactions;
    private final AlertStore alerts = Varve.on(new CountingEngine(new MemoryEngine(() -> NOW)))
            .open("telemetry", ALERTING.with())
            .alerts(ALERTING);

    private final class CountingEngine extends ForwardingEngine {
        CountingEngine(MemoryEngine engine) {
            super(engine);
        }

        @Override
        public CompletableFuture<Table> open(TableSchema schema) {
            return super.open(schema).thenApply(CountingTable::new);
        }
    }

    private final class CountingTable extends ForwardingTable {
        CountingTable(Table table) {
            super(table);
        }

        @Override
        public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
            transactions++;
            return super.transactWrite(transaction);
        }
    }

    private static AlertSubject device(int number) {
        return new AlertSubject("readings", "d-" + number);
    }

    private static DeviceState after(AlertSubject device) {
        return new DeviceState(device.id(), device.series(), Optional.of(NOW), Map.of(), List.of(), 0);
    }

    private static Alert alert(AlertSubject device) {
        return new Alert(
                device.id(),
                device.alertId("hot", NOW),
                device.series(),
                "hot",
                Severity.CRITICAL,
                "it is hot",
                AlertStatus.OPEN,
                true,
                NOW,
                NOW,
                Optional.of(25.0),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private StateCommit opening(int number) {
        AlertSubject device = device(number);
        StateCommit commit = new StateCommit(alerts, DeviceState.none(device), after(device));
        commit.create(alert(device));
        return commit;
    }

    private List<Boolean> run(List<StateCommit> commits) {
        return BlockingTable.await(StateCommit.runTogether(commits)).stream()
                .map(StateCommit.Result::isDone)
                .toList();
    }

    private Optional<DeviceState> stored(int number) {
        return BlockingTable.await(alerts.stateOf(device(number)));
    }

    private List<Alert> alertsOf(int number) {
        return alerts.of(device(number).id()).list();
    }

    @Test
    void devicesShareATransaction() {
        assertThat(run(List.of(opening(1), opening(2), opening(3)))).containsOnly(true);
        assertThat(transactions).isOne();
        for (int number = 1; number <= 3; number++) {
            assertThat(stored(number)).isPresent();
            assertThat(alertsOf(number)).hasSize(1);
        }
    }

    @Test
    void manyDevicesNeedSeveralTransactions() {
        assertThat(run(IntStream.range(0, 60).mapToObj(this::opening).toList())).containsOnly(true);
        assertThat(transactions).isEqualTo(3);
        assertThat(alertsOf(59)).hasSize(1);
    }

    @Test
    void changedStateOfOneDeviceDoesNotKeepTheOthersFromBeingStored() {
        alerts.states().put(after(device(2)));
        assertThat(run(List.of(opening(1), opening(2), opening(3)))).containsExactly(true, false, true);
        assertThat(alertsOf(1)).hasSize(1);
        assertThat(alertsOf(2)).isEmpty();
        assertThat(alertsOf(3)).hasSize(1);
    }

    @Test
    void alertThatExistsIsLeftOut() {
        alerts.alerts().create(alert(device(2)));
        assertThat(run(List.of(opening(1), opening(2)))).containsExactly(true, true);
        assertThat(stored(2)).isPresent();
        assertThat(alertsOf(2)).hasSize(1);
    }

    @Test
    void repeatedCommitsChangeNothing() {
        assertThat(run(List.of(opening(1), opening(2)))).containsOnly(true);
        assertThat(run(List.of(opening(1), opening(2)))).containsOnly(false);
        assertThat(alertsOf(1)).hasSize(1);
        assertThat(stored(1).orElseThrow().version()).isOne();
    }

    @Test
    void stateWithoutAlertsNeedsNoTransaction() {
        StateCommit plain = new StateCommit(alerts, DeviceState.none(device(2)), after(device(2)));
        assertThat(run(List.of(opening(1), plain, opening(3)))).containsOnly(true);
        assertThat(stored(2)).isPresent();
        assertThat(transactions).isEqualTo(2);
    }
}
