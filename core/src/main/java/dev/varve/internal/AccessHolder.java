package dev.varve.internal;

import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Holds the access to the package-private methods of a public type, for the packages of Varve itself. The public type
 * registers it when its class is initialised.
 *
 * @param <A> the methods, as an abstract class in an internal package
 */
public final class AccessHolder<A> {

    private final Class<?> owner;
    private volatile @Nullable A registered;

    /** Holds the access that this public type registers. */
    public AccessHolder(Class<?> owner) {
        this.owner = owner;
    }

    public void register(A access) {
        registered = access;
    }

    /** Returns the registered access; initialises its owner if necessary. */
    public A instance() {
        if (registered == null) {
            try {
                MethodHandles.lookup().ensureInitialized(owner);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(owner.getName() + " is public, but cannot be initialised", e);
            }
        }
        return Objects.requireNonNull(registered, () -> owner.getName() + " registers no access");
    }
}
