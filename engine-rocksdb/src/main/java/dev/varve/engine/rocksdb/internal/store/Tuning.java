package dev.varve.engine.rocksdb.internal.store;

import dev.varve.engine.rocksdb.RocksDbOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksObject;
import org.rocksdb.WALRecoveryMode;

/** The configuration of RocksDB, and the native objects that hold it for as long as the database is open. */
final class Tuning implements AutoCloseable {

    private static final int BLOOM_BITS_PER_KEY = 10;
    /** The fraction of a write buffer that its Bloom filter uses. */
    private static final double MEMORY_BLOOM = 0.05;

    private static final long POINT_BLOCK_BYTES = 4 * 1024;

    /** An index or a filter is read in pieces of this size, as far as it is needed. */
    private static final long METADATA_BLOCK_BYTES = 16 * 1024;

    /**
     * The cache is divided for the sake of parallel readers, but not into smaller parts than this: a block that is larger than its part
     * is never kept. A file that was written before filters were partitioned has one of up to some megabytes.
     */
    private static final long MIN_CACHE_SHARD_BYTES = 8 * 1024 * 1024;

    private static final int MAX_CACHE_SHARD_BITS = 6;

    /** Changes are written and read in order: larger blocks compress better and are read whole anyway. */
    private static final long LOG_BLOCK_BYTES = 32 * 1024;

    /** Smaller journal records stay in table files: copying them in a compaction costs less than a read of its own. */
    private static final long MIN_BLOB_BYTES = 4 * 1024;

    /** The flushes of journals after which a compaction finds out which records were trimmed. */
    private static final int JOURNAL_COMPACTION_FILES = 2;

    static final long MAX_WAL_BYTES = 256L * 1024 * 1024;
    private static final long SYNC_BYTES = 1024 * 1024;

    private final List<RocksObject> owned = new ArrayList<>();
    private final RocksDbOptions options;
    private final boolean smallDisk;
    private final Cache cache;
    private final BloomFilter bloom;

    Tuning(RocksDbOptions options, boolean smallDisk) {
        this.options = options;
        this.smallDisk = smallDisk;
        this.cache = own(new LRUCache(options.blockCacheBytes(), shardBits(options.blockCacheBytes())));
        this.bloom = own(new BloomFilter(BLOOM_BITS_PER_KEY, false));
    }

    private static int shardBits(long cacheBytes) {
        long shards = Math.max(1, cacheBytes / MIN_CACHE_SHARD_BYTES);
        return Math.min(MAX_CACHE_SHARD_BITS, Long.SIZE - 1 - Long.numberOfLeadingZeros(shards));
    }

    DBOptions database() {
        return own(new DBOptions())
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setMaxBackgroundJobs(Math.max(2, Runtime.getRuntime().availableProcessors() / 2))
                .setMaxTotalWalSize(MAX_WAL_BYTES)
                // Files are synced steadily, so that no fsync waits for a large file.
                .setBytesPerSync(SYNC_BYTES)
                // Recovers everything up to the first incomplete record, and nothing after it.
                .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
                // Preallocated log space counts as used, which a small disk cannot spare.
                .setAllowFAllocate(!smallDisk)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(2);
    }

    List<ColumnFamilyDescriptor> families() {
        List<ColumnFamilyDescriptor> families = new ArrayList<>();
        for (Family family : Family.values()) {
            byte[] name = family.nameOnDisk().getBytes(StandardCharsets.UTF_8);
            ColumnFamilyOptions tuned = family == Family.JOURNAL ? journal() : family(family);
            families.add(new ColumnFamilyDescriptor(name, tuned));
        }
        return families;
    }

    private ColumnFamilyOptions family(Family family) {
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setBlockSize(family == Family.CHANGES ? LOG_BLOCK_BYTES : POINT_BLOCK_BYTES)
                .setCacheIndexAndFilterBlocks(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                .setIndexType(IndexType.kTwoLevelIndexSearch)
                .setMetadataBlockSize(METADATA_BLOCK_BYTES)
                .setPinTopLevelIndexAndFilter(true);
        if (family == Family.ROWS || family == Family.META) {
            // Every write looks up its row first and mostly finds none: the filter answers that without a read.
            table.setFilterPolicy(bloom).setWholeKeyFiltering(true).setPartitionFilters(true);
            table.setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash);
        }
        return own(new ColumnFamilyOptions())
                .setMemtableWholeKeyFiltering(family == Family.ROWS)
                .setMemtablePrefixBloomSizeRatio(family == Family.ROWS ? MEMORY_BLOOM : 0)
                .setTableFormatConfig(table)
                .setWriteBufferSize(family == Family.META ? options.writeBufferBytes() / 8 : options.writeBufferBytes())
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION)
                .setLevelCompactionDynamicLevelBytes(true);
    }

    /**
     * Journal records are large and live for a short time. A flush writes them to a file of their own and their keys to a
     * table file. So a compaction reads and writes keys only, and a file of records is deleted when none of them is left.
     */
    private ColumnFamilyOptions journal() {
        return own(new ColumnFamilyOptions())
                .setTableFormatConfig(new BlockBasedTableConfig().setBlockCache(cache))
                .setWriteBufferSize(options.writeBufferBytes())
                .setEnableBlobFiles(true)
                .setMinBlobSize(MIN_BLOB_BYTES)
                .setBlobCompressionType(CompressionType.NO_COMPRESSION)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setLevel0FileNumCompactionTrigger(JOURNAL_COMPACTION_FILES)
                .setLevelCompactionDynamicLevelBytes(true);
    }

    <T extends RocksObject> T own(T object) {
        owned.add(object);
        return object;
    }

    @Override
    public void close() {
        for (int i = owned.size() - 1; i >= 0; i--) {
            owned.get(i).close();
        }
    }
}
