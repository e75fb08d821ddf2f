package dev.varve.engine.rocksdb.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.error.Unavailable;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class DiskReserveTest {

    private static final long MB = 1024 * 1024;
    private static final long GB = 1024 * MB;

    private final TestDisk disk = new TestDisk(100 * GB);
    private final RocksDbOptions options = RocksDbOptions.defaults();

    private DiskReserve reserve(RocksDbOptions wanted) throws IOException {
        return DiskReserve.of(disk, wanted);
    }

    private static long byDefault(long total, RocksDbOptions options) throws IOException {
        return DiskReserve.of(new TestDisk(total), options).space().reserveBytes();
    }

    @Test
    void defaultDependsOnTheWriteBufferAndTheDiskSize() throws IOException {
        assertThat(byDefault(100 * GB, options)).isEqualTo(128 * MB);
        assertThat(byDefault(100 * GB, options.writeBuffer(4 * MB))).isEqualTo(16 * MB);
        assertThat(byDefault(64 * MB, options)).isEqualTo(8 * MB);
        assertThat(byDefault(64 * MB, options.writeBuffer(MB))).isEqualTo(4 * MB);
        assertThat(byDefault(0, options)).isEqualTo(128 * MB);
        assertThat(byDefault(64 * MB, options.diskReserve(GB))).isEqualTo(GB);
    }

    @Test
    void diskIsNotReadForEachWrite() throws IOException {
        DiskReserve reserve = reserve(options);
        int before = disk.reads();
        for (int i = 0; i < 100_000; i++) {
            reserve.admit(1_000);
            reserve.written(1_000);
        }
        assertThat(disk.reads() - before).isEqualTo(23);
    }

    @Test
    void refusedWritesDoNotReadTheDisk() throws IOException {
        DiskReserve reserve = reserve(options);
        disk.free(127 * MB);
        reserve.look();
        int before = disk.reads();
        for (int i = 0; i < 1_000; i++) {
            assertRefused(reserve, 1, 127);
        }
        assertThat(disk.reads()).isEqualTo(before);
    }

    @Test
    void writesThatWouldUseTheReserveAreRefused() throws IOException {
        DiskReserve reserve = reserve(options);
        disk.free(130 * MB);
        reserve.look();
        reserve.admit(MB);
        // The first write is not on the disk yet, so the free space does not reflect it.
        reserve.admit(MB);
        assertRefused(reserve, 1, 130);
        reserve.written(MB);
        reserve.written(MB);
        disk.free(128 * MB);
        reserve.look();
        assertRefused(reserve, 1, 128);
    }

    @Test
    void refusedLargeWriteDoesNotRefuseSmallOnes() throws IOException {
        DiskReserve reserve = reserve(options);
        disk.free(140 * MB);
        reserve.look();
        assertThat(catchThrowableOfType(Unavailable.class, () -> reserve.admit(13 * MB)))
                .hasMessage(
                        "the disk of the database folder has 140 MB free, 128 MB are kept in reserve, and a write of 13"
                                + " MB does not fit: make room, or lower the reserve");
        reserve.admit(MB);
        assertThat(reserve.isRefusing()).isFalse();
    }

    @Test
    void writesAreAcceptedAgainAboveTheReserve() throws IOException {
        DiskReserve reserve = reserve(options);
        disk.free(100 * MB);
        reserve.look();
        assertRefused(reserve, 1, 100);
        disk.free(131 * MB);
        reserve.look();
        assertRefused(reserve, 1, 131);
        disk.free(132 * MB);
        reserve.look();
        reserve.admit(1);
        assertThat(reserve.space().refusal()).isNull();
    }

    @Test
    void spaceUsedByOthersIsNoticedAfterAFewWrites() throws IOException {
        DiskReserve reserve = reserve(options);
        disk.free(0);
        for (int i = 0; i < 4; i++) {
            reserve.admit(MB);
            reserve.written(MB);
        }
        Unavailable refused = catchThrowableOfType(Unavailable.class, () -> reserve.admit(MB));
        assertThat(refused)
                .hasMessage("the disk of the database folder has 0 KB free, 128 MB are kept in reserve, so writes are"
                        + " refused until 132 MB are free: make room, or lower the reserve");
    }

    @Test
    void writesThatFreeSpaceMayUseHalfOfTheReserve() throws IOException {
        DiskReserve reserve = reserve(options);
        disk.free(65 * MB);
        reserve.look();
        reserve.admitMakingRoom(MB);
        assertThat(catchThrowableOfType(Unavailable.class, () -> reserve.admitMakingRoom(1))
                        .code())
                .isEqualTo("rocksdb.disk-full");
    }

    @Test
    void withoutAReserveNoWriteIsRefused() throws IOException {
        DiskReserve reserve = reserve(options.diskReserve(0));
        disk.free(0);
        reserve.look();
        assertThatCode(() -> reserve.admit(GB)).doesNotThrowAnyException();
        assertThat(reserve.space().refusal()).isNull();
    }

    @Test
    void unknownFreeSpaceRefusesNoWrite() throws IOException {
        DiskReserve silent = DiskReserve.of(new TestDisk(0), options);
        assertThatCode(() -> silent.admit(GB)).doesNotThrowAnyException();
        DiskReserve reserve = reserve(options);
        disk.free(0);
        disk.fail(new IOException("stale handle"));
        reserve.look();
        assertThatCode(() -> reserve.admit(GB)).doesNotThrowAnyException();
        disk.fail(null);
        reserve.look();
        assertThat(reserve.isRefusing()).isTrue();
    }

    @Test
    void messageOfAFullDiskStatesTheNeededSpace() throws IOException {
        DiskReserve reserve = reserve(options);
        disk.free(0);
        reserve.ranFull(10 * MB);
        assertThat(reserve.canReopen()).isFalse();
        assertThat(reserve.space().refusal())
                .isEqualTo(
                        "the disk of the database folder is full, so writes are refused: make room; writes are accepted"
                                + " again, without a restart, when 74 MB are free");
        disk.free(74 * MB);
        reserve.look();
        assertThat(reserve.canReopen()).isTrue();
        reserve.recovered();
        assertThat(reserve.canReopen()).isFalse();
    }

    private static void assertRefused(DiskReserve reserve, long bytes, long freeMegabytes) {
        Unavailable refused = catchThrowableOfType(Unavailable.class, () -> reserve.admit(bytes));
        assertThat(refused).as("the refusal").isNotNull();
        assertThat(refused.code()).isEqualTo("rocksdb.disk-full");
        assertThat(refused)
                .hasMessage("the disk of the database folder has %s MB free, 128 MB are kept in reserve, so writes are"
                                .formatted(freeMegabytes)
                        + " refused until 132 MB are free: make room, or lower the reserve");
    }
}
