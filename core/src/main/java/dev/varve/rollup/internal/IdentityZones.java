package dev.varve.rollup.internal;

import dev.varve.key.ZoneHistory;
import org.jspecify.annotations.Nullable;

/**
 * The zones of rows that do not all follow the same ones: each identity's are told by its {@link EventSource}.
 *
 * @param source what people call the place they come from
 * @param followed the zones that these rows follow, or null while that depends on the identity
 */
public record IdentityZones(String source, @Nullable ZoneHistory followed) {}
