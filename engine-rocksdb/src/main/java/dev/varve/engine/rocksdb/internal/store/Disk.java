package dev.varve.engine.rocksdb.internal.store;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file system that holds a database. */
public interface Disk {

    /** Returns the bytes that this process can still use. */
    long freeBytes() throws IOException;

    /** Returns the size of the file system, or 0 if it is unknown. */
    long totalBytes() throws IOException;

    /** Returns the file system of this directory. */
    static Disk of(Path directory) throws IOException {
        FileStore files = Files.getFileStore(directory);
        return new Disk() {
            @Override
            public long freeBytes() throws IOException {
                return files.getUsableSpace();
            }

            @Override
            public long totalBytes() throws IOException {
                return files.getTotalSpace();
            }
        };
    }
}
