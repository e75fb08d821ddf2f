package dev.varve.core.key;

/** One piece of a template. */
sealed interface Part {

    /** Text that is the same in every key. */
    record Literal(String text) implements Part {}

    /** A value that the caller gives, by name. */
    record Free(String name, PartType type) implements Part {}

    /** The clock, in one of its forms. */
    record Clock(ClockForm form) implements Part {}

    /** The number of the shard, from 0 to below {@code count}. */
    record Shard(int count) implements Part {}
}
