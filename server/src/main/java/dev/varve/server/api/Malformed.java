package dev.varve.server.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the error for a component of a request whose value has the wrong JSON type. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Malformed {

    /** Returns the stable code of the error. */
    String code();

    /** Returns the text of the error, which says what the value must be. */
    String message();
}
