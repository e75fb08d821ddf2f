package dev.varve.proofs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lists the exported types of all modules with their public and protected members.
 *
 * <p>A member whose signature names a type that is not exported is left out: no application can call it.
 */
final class ApiList implements AutoCloseable {

    private static final Pattern PACKAGE = Pattern.compile("\\b(?:[a-z]\\w*\\.)+(?=[A-Z])");

    private final Set<String> exported = new TreeSet<>();
    private final TreeMap<String, Path> folders = new TreeMap<>();
    private final List<FileSystem> jars = new ArrayList<>();

    private ApiList() throws IOException {
        List<URL> descriptors = Collections.list(ApiList.class.getClassLoader().getResources("module-info.class"));
        for (URL url : descriptors) {
            ModuleDescriptor module;
            try (InputStream in = url.openStream()) {
                module = ModuleDescriptor.read(in);
            }
            if (!module.name().startsWith("dev.varve")) {
                continue;
            }
            Path root = folder(url);
            module.exports().stream().filter(export -> !export.isQualified()).forEach(export -> {
                exported.add(export.source());
                folders.put(export.source(), root.resolve(export.source().replace('.', '/')));
            });
        }
    }

    /** Returns the folder of a module descriptor, which is inside a jar once the modules are packaged. */
    private Path folder(URL descriptor) throws IOException {
        URI uri = URI.create(descriptor.toString());
        if (uri.getScheme().equals("jar")) {
            jars.add(FileSystems.newFileSystem(uri, Map.of()));
        }
        return Path.of(uri).getParent();
    }

    /** Returns the list, sorted by package and type. */
    static String text() throws IOException {
        try (ApiList list = new ApiList()) {
            return list.write();
        }
    }

    private String write() throws IOException {
        StringBuilder out = new StringBuilder("""
                The exported API: every type and member that an application can use.
                The build compares this file with the modules. To write it again after a wanted change:
                  mvn -pl proofs -am test -Dtest=ApiListTest -Dsurefire.failIfNoSpecifiedTests=false -Dvarve.api=write
                """);
        for (var each : folders.entrySet()) {
            out.append("\npackage ").append(each.getKey()).append('\n');
            for (Class<?> type : types(each.getKey(), each.getValue())) {
                append(out, type, "  ");
            }
        }
        return out.toString();
    }

    @Override
    public void close() throws IOException {
        for (FileSystem jar : jars) {
            jar.close();
        }
    }

    private List<Class<?>> types(String packageName, Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("$") && !name.contains("-"))
                    .map(name -> load(packageName + "." + name.substring(0, name.length() - ".class".length())))
                    .filter(type -> Modifier.isPublic(type.getModifiers()))
                    .sorted((a, b) -> a.getSimpleName().compareTo(b.getSimpleName()))
                    .collect(Collectors.toList());
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ApiList.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private void append(StringBuilder out, Class<?> type, String indent) {
        out.append(indent).append(header(type)).append('\n');
        Set<String> lines = new TreeSet<>();
        if (type.isEnum()) {
            lines.addAll(
                    Arrays.stream(type.getEnumConstants()).map(Object::toString).toList());
        }
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field) && !field.isEnumConstant() && isExported(List.of(field.getGenericType()))) {
                lines.add(modifiers(field.getModifiers() & ~Modifier.FINAL) + name(field.getGenericType()) + " "
                        + field.getName());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isVisible(constructor) && !type.isEnum() && isExported(signature(constructor))) {
                lines.add("new " + type.getSimpleName() + parameters(constructor));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isVisible(method) && !method.isBridge() && !isOfEveryType(method) && isExported(signature(method))) {
                lines.add(modifiers(method.getModifiers() & (Modifier.STATIC | Modifier.PROTECTED))
                        + name(method.getGenericReturnType()) + " " + method.getName() + parameters(method));
            }
        }
        lines.forEach(line -> out.append(indent).append("  ").append(line).append('\n'));
        Arrays.stream(type.getDeclaredClasses())
                .filter(inner -> Modifier.isPublic(inner.getModifiers()) || Modifier.isProtected(inner.getModifiers()))
                .sorted((a, b) -> a.getSimpleName().compareTo(b.getSimpleName()))
                .forEach(inner -> append(out, inner, indent + "  "));
    }

    private static String header(Class<?> type) {
        String kind = type.isRecord() ? "record" : type.isEnum() ? "enum" : type.isInterface() ? "interface" : "class";
        String parameters = type.getTypeParameters().length == 0
                ? ""
                : Arrays.stream(type.getTypeParameters())
                        .map(TypeVariable::getName)
                        .collect(Collectors.joining(", ", "<", ">"));
        List<String> supers = new ArrayList<>();
        Type parent = type.getGenericSuperclass();
        if (parent != null && parent != Object.class && !type.isRecord() && !type.isEnum()) {
            supers.add(name(parent));
        }
        Arrays.stream(type.getGenericInterfaces()).map(ApiList::name).forEach(supers::add);
        return kind + " " + type.getSimpleName() + parameters
                + (supers.isEmpty() ? "" : " : " + String.join(", ", supers));
    }

    private static boolean isVisible(Member member) {
        int modifiers = member.getModifiers();
        return !member.isSynthetic()
                && (Modifier.isPublic(modifiers)
                        || Modifier.isProtected(modifiers)
                                && !Modifier.isFinal(member.getDeclaringClass().getModifiers()));
    }

    /** Returns whether every record, enum or class has this method, so that the list omits it. */
    private static boolean isOfEveryType(Method method) {
        String name = method.getName();
        int count = method.getParameterCount();
        return count == 0 && (name.equals("hashCode") || name.equals("toString") || name.equals("values"))
                || count == 1
                        && (name.equals("equals")
                                || name.equals("valueOf")
                                        && method.getDeclaringClass().isEnum());
    }

    private static List<Type> signature(Executable executable) {
        List<Type> types = new ArrayList<>(List.of(executable.getGenericParameterTypes()));
        if (executable instanceof Method method) {
            types.add(method.getGenericReturnType());
        }
        return types;
    }

    private boolean isExported(List<Type> types) {
        return types.stream().allMatch(this::isExported);
    }

    private boolean isExported(Type type) {
        if (type instanceof Class<?> plain) {
            Class<?> element = plain.isArray() ? plain.getComponentType() : plain;
            return !element.getName().startsWith("dev.varve.")
                    || exported.contains(element.getPackageName()) && isPublic(element);
        }
        if (type instanceof ParameterizedType generic) {
            return isExported(generic.getRawType()) && isExported(List.of(generic.getActualTypeArguments()));
        }
        if (type instanceof WildcardType wildcard) {
            return isExported(List.of(wildcard.getUpperBounds())) && isExported(List.of(wildcard.getLowerBounds()));
        }
        return true;
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
    }

    private static String parameters(Executable executable) {
        return Arrays.stream(executable.getGenericParameterTypes())
                .map(ApiList::name)
                .collect(Collectors.joining(", ", "(", executable.isVarArgs() ? "...)" : ")"))
                .replace("[]...)", "...)");
    }

    private static String name(Type type) {
        return PACKAGE.matcher(type.getTypeName()).replaceAll("").replace('$', '.');
    }

    private static String modifiers(int modifiers) {
        String text = Modifier.toString(modifiers & ~Modifier.PUBLIC);
        return text.isEmpty() ? "" : text + " ";
    }
}
