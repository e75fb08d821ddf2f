package dev.varve.error;

import org.jspecify.annotations.Nullable;

/** A key template needs a part that was not given. */
public final class MissingPart extends Rejected {

    private static final long serialVersionUID = 1L;

    public MissingPart(String message) {
        this(message, null);
    }

    public MissingPart(String message, @Nullable Throwable cause) {
        super("key.missing-part", message, cause);
    }
}
