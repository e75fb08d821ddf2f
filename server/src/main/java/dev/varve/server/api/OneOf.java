package dev.varve.server.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the enum whose words a text of a request may be. The endpoint checks the text, so that its error names them. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface OneOf {

    /** Returns the enum. */
    Class<? extends Enum<?>> value();
}
