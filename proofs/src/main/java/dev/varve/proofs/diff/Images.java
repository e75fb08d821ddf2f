package dev.varve.proofs.diff;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.table.BatchWrite;
import dev.varve.table.Get;
import dev.varve.table.GetResult;
import dev.varve.table.Key;
import dev.varve.table.Request;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactWrite;
import dev.varve.table.Write;
import java.util.ArrayList;
import java.util.List;

/** The stored items that a request writes to, at one moment, expired or not. */
record Images(List<Place> places, List<Item> items) {

    /** The table and the key of an item. */
    record Place(int table, Key key) {}

    /** Reads the items that the request writes to; nothing if the request is invalid. */
    static Images of(List<TableSchema> schemas, DiffSubject subject, int table, Request request) {
        List<Place> places;
        try {
            places = places(schemas, table, request);
        } catch (Rejected e) {
            places = List.of();
        }
        List<Item> items = new ArrayList<>();
        for (Place place : places) {
            items.add(read(subject, place));
        }
        return new Images(places, items);
    }

    private static List<Place> places(List<TableSchema> schemas, int table, Request request) {
        List<Place> places = new ArrayList<>();
        if (request instanceof Write write) {
            places.add(new Place(table, write.keyIn(schemas.get(table))));
        } else if (request instanceof BatchWrite batch) {
            batch.writes().forEach(write -> places.add(new Place(table, write.keyIn(schemas.get(table)))));
        } else if (request instanceof TransactWrite transaction) {
            for (TransactWrite.Action action : transaction.actions()) {
                int target = action.table() == null ? table : number(schemas, action.table());
                places.add(new Place(target, action.write().keyIn(schemas.get(target))));
            }
        }
        return places;
    }

    private static int number(List<TableSchema> schemas, String name) {
        return schemas.stream().map(TableSchema::name).toList().indexOf(name);
    }

    private static Item read(DiffSubject subject, Place place) {
        try {
            GetResult result = (GetResult) subject.ask(place.table(), Get.of(place.key()));
            return result.find().orElse(Item.empty());
        } catch (Throwable e) {
            return Item.empty();
        }
    }
}
