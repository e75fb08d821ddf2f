package dev.varve.key.internal;

import dev.varve.key.PartType;

/** A literal or placeholder of a template. */
sealed interface TemplatePart {

    /** Text that is the same in every key. */
    record Literal(String text) implements TemplatePart {}

    /** A part: a value that the caller gives by name. */
    record Free(String name, PartType type) implements TemplatePart {}

    /** The clock, in one of its formats. */
    record Clock(ClockFormat format) implements TemplatePart {}

    /** The number of the shard, from 0 to below {@code count}. */
    record Shard(int count) implements TemplatePart {}
}
