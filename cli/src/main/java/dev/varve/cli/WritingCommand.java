package dev.varve.cli;

import dev.varve.cli.client.Connection;

/** A command that writes: it creates the database if it does not exist. */
abstract class WritingCommand extends QueryCommandBase {

    @Override
    final Connection connect(LocationOptions place) {
        return place.connectOrCreate();
    }
}
