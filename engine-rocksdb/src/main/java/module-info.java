/** The durable embedded engine on RocksDB. */
@SuppressWarnings("requires-automatic")
module dev.varve.engine.rocksdb {
    requires transitive dev.varve;
    requires static org.jspecify;
    requires rocksdbjni;

    exports dev.varve.engine.rocksdb;
}
