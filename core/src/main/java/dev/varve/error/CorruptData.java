package dev.varve.error;

import org.jspecify.annotations.Nullable;

/** Stored bytes are damaged or have an unknown format: stop and keep the bytes. */
public final class CorruptData extends VarveException {

    private static final long serialVersionUID = 1L;

    public CorruptData(String code, String message) {
        this(code, message, null);
    }

    public CorruptData(String code, String message, @Nullable Throwable cause) {
        super(Retry.NEVER, code, message, cause);
    }
}
