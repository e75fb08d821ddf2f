package dev.varve.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** The files of the dashboard, which are among the resources. */
final class Pages {

    private static final String INDEX = "/index.html";

    /** No other file can be asked for, so that no address leads out of the folder. */
    private static final Pattern FILE = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+\\.([a-z0-9]+)");

    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("json", "application/json"),
            Map.entry("webmanifest", "application/manifest+json"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("png", "image/png"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("woff2", "font/woff2"),
            Map.entry("txt", "text/plain; charset=utf-8"));

    /** What is below these is there or it is not; any other address is one of the dashboard's own. */
    private static final List<String> FOLDERS = List.of("/api/", "/assets/", "/js/");

    /** A file as it goes out. */
    static final class Page {

        private final byte[] content;
        private final String type;
        private final String tag;
        private final Map<String, String> headers;

        private Page(byte[] content, String type, Map<String, String> headers) {
            this.content = content;
            this.type = type;
            this.tag = Pages.tag(content);
            this.headers = headers;
        }

        byte[] content() {
            return content.clone();
        }

        String type() {
            return type;
        }

        /** Returns what tells whether a browser has this one already. */
        String tag() {
            return tag;
        }

        Map<String, String> headers() {
            return headers;
        }
    }

    private final String folder;
    private final Map<String, Page> read = new ConcurrentHashMap<>();

    /**
     * @param folder the name of the folder among the resources
     */
    Pages(String folder) {
        this.folder = folder;
    }

    /** Returns what is shown at an address, or null where there is nothing. */
    @Nullable
    Page at(String path) {
        Page file = file(path);
        return file != null || FOLDERS.stream().anyMatch(path::startsWith) ? file : file(INDEX);
    }

    private @Nullable Page file(String path) {
        Page known = read.get(path);
        if (known != null) {
            return known;
        }
        var matcher = FILE.matcher(path);
        String type = matcher.matches() ? TYPES.get(matcher.group(2)) : null;
        if (type == null) {
            return null;
        }
        try (InputStream in = Pages.class.getResourceAsStream(folder + path)) {
            if (in == null) {
                return null;
            }
            byte[] content = in.readAllBytes();
            Page page = new Page(content, type, headers(path));
            read.put(path, page);
            return page;
        } catch (IOException e) {
            throw new UncheckedIOException("a page of the dashboard cannot be read", e);
        }
    }

    private static String tag(byte[] content) {
        CRC32 sum = new CRC32();
        sum.update(content);
        return '"' + Long.toHexString(sum.getValue()) + '-' + content.length + '"';
    }

    private static Map<String, String> headers(String path) {
        if (path.startsWith("/assets/")) {
            // Their names change with their content.
            return Map.of("Cache-Control", "public, max-age=31536000, immutable");
        } else if (path.startsWith("/js/")) {
            // Other sites load it.
            return Map.of(
                    "Cache-Control",
                    "public, max-age=3600",
                    "Access-Control-Allow-Origin",
                    "*",
                    "Cross-Origin-Resource-Policy",
                    "cross-origin");
        }
        return Map.of("Cache-Control", "no-cache");
    }
}
