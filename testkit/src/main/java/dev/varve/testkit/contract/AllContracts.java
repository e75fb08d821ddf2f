package dev.varve.testkit.contract;

import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.contract.alert.AlertContract;
import dev.varve.testkit.contract.alert.AnomalyContract;
import dev.varve.testkit.contract.database.CatchUpContract;
import dev.varve.testkit.contract.database.ComposedContract;
import dev.varve.testkit.contract.database.DamagedTokensContract;
import dev.varve.testkit.contract.database.DatabaseContract;
import dev.varve.testkit.contract.database.ForeignItemsContract;
import dev.varve.testkit.contract.database.IndexChangesContract;
import dev.varve.testkit.contract.database.ProcessingContract;
import dev.varve.testkit.contract.database.ReopeningContract;
import dev.varve.testkit.contract.database.ThreadsContract;
import dev.varve.testkit.contract.feed.CollectContract;
import dev.varve.testkit.contract.feed.ConsumerContract;
import dev.varve.testkit.contract.feed.ConsumerWalkContract;
import dev.varve.testkit.contract.feed.DeadLetterContract;
import dev.varve.testkit.contract.feed.FeedContract;
import dev.varve.testkit.contract.feed.RunnerContract;
import dev.varve.testkit.contract.rollup.BackfillContract;
import dev.varve.testkit.contract.rollup.BackfillFaultsContract;
import dev.varve.testkit.contract.rollup.CarriedMeasureContract;
import dev.varve.testkit.contract.rollup.CarriedWalkContract;
import dev.varve.testkit.contract.rollup.NumberMapContract;
import dev.varve.testkit.contract.rollup.RollupContract;
import dev.varve.testkit.contract.rollup.RollupOverflowContract;
import dev.varve.testkit.contract.rollup.RowItemsContract;
import dev.varve.testkit.contract.rollup.ZonedRollupContract;
import dev.varve.testkit.contract.series.AppendContract;
import dev.varve.testkit.contract.series.CurrentContract;
import dev.varve.testkit.contract.series.CurrentLaterContract;
import dev.varve.testkit.contract.series.EntityContract;
import dev.varve.testkit.contract.series.HistoryContract;
import dev.varve.testkit.contract.series.PackedSeriesContract;
import dev.varve.testkit.contract.series.RevisionContract;
import dev.varve.testkit.contract.series.SeriesDeletionContract;
import dev.varve.testkit.contract.series.SeriesModelContract;
import dev.varve.testkit.contract.series.TextRangeContract;
import dev.varve.testkit.contract.table.BatchesContract;
import dev.varve.testkit.contract.table.CapacityContract;
import dev.varve.testkit.contract.table.ConcurrencyContract;
import dev.varve.testkit.contract.table.ConditionsContract;
import dev.varve.testkit.contract.table.ErrorsContract;
import dev.varve.testkit.contract.table.IndexesContract;
import dev.varve.testkit.contract.table.ItemsContract;
import dev.varve.testkit.contract.table.KeysContract;
import dev.varve.testkit.contract.table.LimitsContract;
import dev.varve.testkit.contract.table.MinMaxContract;
import dev.varve.testkit.contract.table.PagesContract;
import dev.varve.testkit.contract.table.QueriesContract;
import dev.varve.testkit.contract.table.ScansContract;
import dev.varve.testkit.contract.table.TransactionsContract;
import dev.varve.testkit.contract.table.TtlContract;
import dev.varve.testkit.contract.table.UpdatesContract;
import org.junit.jupiter.api.Nested;

/** Runs every contract: all that an engine, or a decorator of one, must do. */
public abstract class AllContracts {

    /** Returns a new harness; it is closed after the test. */
    protected abstract EngineHarness newHarness() throws Exception;

    @Nested
    class Keys extends KeysContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Items extends ItemsContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Conditions extends ConditionsContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Updates extends UpdatesContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class MinMax extends MinMaxContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Queries extends QueriesContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Pages extends PagesContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Scans extends ScansContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Batches extends BatchesContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Transactions extends TransactionsContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Ttl extends TtlContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Indexes extends IndexesContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Limits extends LimitsContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Errors extends ErrorsContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Capacity extends CapacityContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Feed extends FeedContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Consumers extends ConsumerContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class DeadLetters extends DeadLetterContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Runners extends RunnerContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Collecting extends CollectContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class ConsumerWalks extends ConsumerWalkContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Append extends AppendContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Current extends CurrentContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Reopening extends ReopeningContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class CurrentLater extends CurrentLaterContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class IndexChanges extends IndexChangesContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Composed extends ComposedContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Entities extends EntityContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Revision extends RevisionContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class SeriesModel extends SeriesModelContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class PackedSeries extends PackedSeriesContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Histories extends HistoryContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Rollups extends RollupContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class RollupOverflows extends RollupOverflowContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class ZonedRollups extends ZonedRollupContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class CarriedMeasures extends CarriedMeasureContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class CarriedWalks extends CarriedWalkContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class RowItems extends RowItemsContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class SeriesDeletion extends SeriesDeletionContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class NumberMaps extends NumberMapContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Alerts extends AlertContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class ProcessingInTheBackground extends ProcessingContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Threads extends ThreadsContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class CatchingUp extends CatchUpContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Anomalies extends AnomalyContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class DamagedTokens extends DamagedTokensContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class TextRanges extends TextRangeContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Databases extends DatabaseContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class ForeignItems extends ForeignItemsContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Backfills extends BackfillContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class BackfillFaults extends BackfillFaultsContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }
}
