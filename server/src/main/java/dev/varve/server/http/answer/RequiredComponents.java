package dev.varve.server.http.answer;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/** Makes Jackson require every record component that is not {@link Nullable}. */
final class RequiredComponents extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public @Nullable Boolean hasRequiredMarker(AnnotatedMember member) {
        Class<?> owner = member.getDeclaringClass();
        if (member instanceof AnnotatedParameter parameter && owner.isRecord()) {
            RecordComponent component = owner.getRecordComponents()[parameter.getIndex()];
            return !component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        }
        return super.hasRequiredMarker(member);
    }

    /** Returns the record component of a JSON property; null if there is none. */
    static @Nullable RecordComponent component(Class<?> type, @Nullable String property) {
        if (type.isRecord() && property != null) {
            for (RecordComponent component : type.getRecordComponents()) {
                JsonProperty named = component.getAccessor().getAnnotation(JsonProperty.class);
                if (property.equals(named == null ? component.getName() : named.value())) {
                    return component;
                }
            }
        }
        return null;
    }
}
