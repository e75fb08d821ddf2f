package dev.varve.server.table;

import dev.varve.server.api.table.BlockPage;
import dev.varve.server.api.table.ItemPage;
import dev.varve.server.api.table.PartitionPage;
import dev.varve.server.api.table.TableList;
import dev.varve.server.contract.Operation;
import dev.varve.server.contract.Parameter;
import dev.varve.server.contract.Parameters;
import dev.varve.server.contract.Tag;

/** The description of the operations on the table. */
final class TableOperations {

    static final Operation TABLES = Operation.of(Tag.TABLE, "tables", "List tables and their kinds of items")
            .answers(TableList.class, "The engine and its tables.");

    static final Operation PARTITIONS = Operation.of(Tag.TABLE, "partitions", "List the partitions of a table")
            .details(
                    "DynamoDB returns partitions in no order, so a prefix is searched for. A page may hold few partitions or none and not be the last.")
            .with(
                    Parameters.TABLE,
                    Parameter.text("prefix", "The beginning of the partition keys."),
                    Parameter.limit(50, 500))
            .inPages()
            .answers(PartitionPage.class, "One page of partitions.")
            .asCsv();

    static final Operation ITEMS = Operation.of(Tag.TABLE, "items", "List the items of a partition")
            .details(
                    "The keys of tokens are hidden from tokens without the scope admin. These get them as one page of up to 500 items, without `from` and `page`.")
            .with(
                    Parameters.TABLE,
                    Parameter.text("partition", "The partition key.").required(),
                    Parameter.text("from", "The sort key to start with, included."),
                    Parameters.ORDER,
                    Parameter.limit(50, 500))
            .inPages()
            .answers(ItemPage.class, "One page of items.")
            .asCsv()
            .explained();

    static final Operation BLOCK = Operation.of(Tag.TABLE, "block", "List the events of a block of a packed series")
            .with(
                    Parameters.TABLE,
                    Parameter.text("partition", "The partition key of the block.")
                            .required(),
                    Parameter.text("sort", "The sort key of the block.").required(),
                    Parameter.limit(100, 1000))
            .inPages()
            .answers(BlockPage.class, "One page of events.")
            .asCsv();

    private TableOperations() {}
}
