package dev.varve.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Compacts a closed RocksDB with the options it was written with. */
final class CompactedFolder {

    /** A file that every RocksDB has. */
    private static final String MARKER = "CURRENT";

    private CompactedFolder() {}

    /** Compacts the database in a folder or in one of its folders. */
    static void compact(Path folder) throws IOException, RocksDBException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path marker : files.filter(file -> file.endsWith(MARKER)).toList()) {
                compactDatabase(marker.resolveSibling(""));
            }
        }
    }

    private static void compactDatabase(Path folder) throws RocksDBException {
        List<ColumnFamilyDescriptor> families = new ArrayList<>();
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try (ConfigOptions config = new ConfigOptions();
                DBOptions options = new DBOptions()) {
            OptionsUtil.loadLatestOptions(config, folder.toString(), options, families);
            try (RocksDB database = RocksDB.open(options, folder.toString(), families, handles)) {
                for (ColumnFamilyHandle handle : handles) {
                    database.compactRange(handle);
                }
                handles.forEach(ColumnFamilyHandle::close);
            }
        }
    }
}
