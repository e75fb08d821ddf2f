package dev.varve.server.http.route;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The methods of each address. */
public final class AllowedMethods {

    private record Known(String method, List<String> parts) {

        boolean isAt(List<String> path) {
            if (path.size() != parts.size()) {
                return false;
            }
            for (int i = 0; i < path.size(); i++) {
                if (!parts.get(i).startsWith("{") && !parts.get(i).equals(path.get(i))) {
                    return false;
                }
            }
            return true;
        }
    }

    private final List<Known> known;

    public AllowedMethods(List<Route> routes, List<EventStream> streams) {
        known = java.util.stream.Stream.concat(
                        routes.stream().map(route -> new Known(route.method().name(), parts(route.path()))),
                        streams.stream().map(stream -> new Known("GET", parts(stream.path()))))
                .toList();
    }

    private static List<String> parts(String path) {
        return List.of(path.split("/", -1));
    }

    /** Returns the methods of a path; empty if the path does not exist. */
    public Set<String> methods(String path) {
        List<String> parts = parts(path);
        Set<String> methods = new TreeSet<>();
        for (Known address : known) {
            if (address.isAt(parts)) {
                methods.add(address.method());
                if (address.method().equals("GET")) {
                    methods.add("HEAD");
                }
            }
        }
        return methods;
    }
}
