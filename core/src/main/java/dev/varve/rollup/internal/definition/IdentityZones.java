package dev.varve.rollup.internal.definition;

import dev.varve.key.ZoneHistory;
import org.jspecify.annotations.Nullable;

/**
 * The time zones of rows whose identities have different zones; the {@code EventSource} returns those of an identity.
 *
 * @param source the display name of their source
 * @param followed the zones of these rows, or null while they depend on the identity
 */
public record IdentityZones(String source, @Nullable ZoneHistory followed) {}
