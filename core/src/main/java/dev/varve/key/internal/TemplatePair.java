package dev.varve.key.internal;

import dev.varve.error.Rejected;
import dev.varve.key.PartType;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.internal.text.ShardHash;
import dev.varve.key.internal.text.SortableNumber;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A partition template and an optional sort template: writes and reads whole keys. */
final class TemplatePair {

    private final Template partition;
    private final @Nullable Template sort;
    private final Tick tick;
    private final boolean hasClock;
    private final List<TemplatePart.Free> free;
    private final int shards;
    private final SortType sortType;

    TemplatePair(String partition, @Nullable String sort, Placeholders placeholders) {
        this.partition = Template.compile(partition, KeyRole.PARTITION, placeholders);
        this.sort = sort == null ? null : Template.compile(sort, KeyRole.SORT, placeholders);
        this.tick = placeholders.tick();
        this.hasClock = placeholders.clock() != null;
        this.free = distinct(this.partition, this.sort);
        this.shards = this.partition.shard().map(TemplatePart.Shard::count).orElse(0);
        this.sortType = sortType(this.sort);
        boolean oneItem = this.sort == null || (this.sort.free().findAny().isEmpty() && this.sort.clockAt() < 0);
        if (shards > 0 && oneItem) {
            throw TemplateRules.rejected(
                    partition,
                    "key.useless-shard",
                    "has a shard, but the sort template cannot distinguish items of one partition, so all would be on"
                            + " one shard. Add a part to the sort template, or leave the shard out");
        }
    }

    Template partition() {
        return partition;
    }

    @Nullable
    Template sort() {
        return sort;
    }

    /** Returns the parts of both templates, each once, in order of appearance. */
    List<TemplatePart.Free> free() {
        return free;
    }

    Stream<ClockFormat> clocks() {
        return sort == null ? partition.clocks() : Stream.concat(partition.clocks(), sort.clocks());
    }

    /** Returns the number of shards, 0 for none. */
    int shards() {
        return shards;
    }

    SortType sortType() {
        return sortType;
    }

    private static SortType sortType(@Nullable Template sort) {
        if (sort == null) {
            return SortType.NONE;
        }
        return sort.clocks().anyMatch(ClockFormat::isNumber) ? SortType.NUMBER : SortType.TEXT;
    }

    /**
     * Returns the key of an item. The clock must be truncated to its tick or bucket; templates without a clock ignore
     * it.
     */
    LayoutKey write(Parts values, Instant clock) {
        return new LayoutKey(writePartition(values, clock), writeSort(values, clock));
    }

    String writePartition(Parts values, Instant clock) {
        return partition.write(values, clock, shards == 0 ? 0 : shardOf(values, clock));
    }

    SortKey writeSort(Parts values, Instant clock) {
        return switch (sortType) {
            case NONE -> SortKey.none();
            case NUMBER -> SortKey.of(epoch(clock));
            case TEXT -> SortKey.of(sortTemplate().write(values, clock, 0));
        };
    }

    /** Returns the number that {@code {at:epoch}} writes. */
    long epoch(Instant clock) {
        return tick == Tick.SECONDS ? clock.getEpochSecond() : clock.toEpochMilli();
    }

    Template sortTemplate() {
        if (sort == null) {
            throw new IllegalStateException("no sort template");
        }
        return sort;
    }

    /** Reads a key; unless it is plain, the caller checks that {@link #write} writes exactly this key. */
    KeyReader read(LayoutKey key) {
        var reader = new KeyReader();
        partition.read(key.partition(), reader);
        if (reader.isMismatch()) {
            return reader;
        }
        if (key.sort() instanceof SortKey.Text text && sortType == SortType.TEXT) {
            sortTemplate().read(text.text(), reader);
        } else if (key.sort() instanceof SortKey.Epoch number && sortType == SortType.NUMBER) {
            reader.epoch(number.number(), tick);
        } else if (!(key.sort() instanceof SortKey.None && sortType == SortType.NONE)) {
            reader.mismatch(() -> "its sort key \"" + key.sort() + "\" is not of the type " + sortType);
        }
        return reader;
    }

    /** Returns the partition keys of all shards, or a single one without shards. */
    List<String> partitions(Parts values, Instant clock) {
        List<String> texts = new ArrayList<>(Math.max(1, shards));
        for (int shard = 0; shard < Math.max(1, shards); shard++) {
            texts.add(partition.write(values, clock, shard));
        }
        return texts;
    }

    Rejected mismatch(LayoutKey key, @Nullable String reason) {
        return new Rejected(
                "key.mismatch",
                "key " + key + " was not written by \"" + partition + "\"" + (sort == null ? "" : " / \"" + sort + "\"")
                        + ": " + (reason == null ? "the template writes these values differently" : reason)
                        + ". Does it belong to another entity or layout?");
    }

    private int shardOf(Parts values, Instant clock) {
        var hash = new ShardHash();
        for (TemplatePart.Free part : free) {
            hash.text(
                    part.type() == PartType.TEXT
                            ? values.text(part.name())
                            : SortableNumber.write(values.number(part.name())));
        }
        if (hasClock) {
            hash.clock(clock);
        }
        return hash.shard(shards);
    }

    private static List<TemplatePart.Free> distinct(Template partition, @Nullable Template sort) {
        Map<String, TemplatePart.Free> parts = new LinkedHashMap<>();
        partition.free().forEach(part -> parts.putIfAbsent(part.name(), part));
        if (sort != null) {
            sort.free().forEach(part -> parts.putIfAbsent(part.name(), part));
        }
        return List.copyOf(parts.values());
    }
}
