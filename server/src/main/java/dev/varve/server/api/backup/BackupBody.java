package dev.varve.server.api.backup;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A backup to make.
 *
 * @param name The name of its folder in the directory of the server: letters, digits, {@code -} and {@code _}, at most 100.
 *     Without one it is called after the time.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BackupBody(@Nullable String name) {}
