package dev.varve.server.http.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The files of the dashboard, read from the resources. */
public final class StaticFiles {

    private static final String INDEX = "/index.html";

    /** More bytes than any file of the dashboard has. */
    private static final int MAX_PATH = 200;

    /** Shorter files gain nothing from compression. */
    private static final int MIN_PACKED = 1_000;

    private static final int PIECE = 32 * 1024;

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

    /** Files of these types are already compressed. */
    private static final Set<String> PACKED = Set.of("png", "ico", "woff2");

    /** The pages of the dashboard, as in {@code main.tsx}: without an id, or followed by one. */
    private static final Set<String> ALONE = Set.of("sites", "alerts", "table");

    private static final Set<String> WITH_ID = Set.of("devices", "sites", "shared");

    /** The bytes of a file as they are sent. */
    static final class Form {

        private final byte[] content;
        private final String tag;
        private final boolean isPacked;

        private Form(byte[] content, String tag, boolean isPacked) {
            this.content = content;
            this.tag = tag;
            this.isPacked = isPacked;
        }

        int length() {
            return content.length;
        }

        /** Returns the content in pieces, because the pace of clients is measured per piece. */
        ByteBuffer[] pieces() {
            ByteBuffer all = ByteBuffer.wrap(content).asReadOnlyBuffer();
            ByteBuffer[] pieces = new ByteBuffer[(content.length + PIECE - 1) / PIECE];
            for (int i = 0; i < pieces.length; i++) {
                pieces[i] = all.slice(i * PIECE, Math.min(PIECE, content.length - i * PIECE));
            }
            return pieces;
        }

        /** Returns the entity tag. */
        String tag() {
            return tag;
        }

        boolean isPacked() {
            return isPacked;
        }
    }

    /** A file. */
    static final class Page {

        private final String type;
        private final Map<String, String> headers;
        private final Form plain;
        private final Form packed;

        private Page(String type, Map<String, String> headers, Form plain, Form packed) {
            this.type = type;
            this.headers = headers;
            this.plain = plain;
            this.packed = packed;
        }

        String type() {
            return type;
        }

        Map<String, String> headers() {
            return headers;
        }

        /** Returns the compressed file if the client accepts gzip and compression helps, else the plain file. */
        Form form(boolean takesGzip) {
            return takesGzip ? packed : plain;
        }
    }

    private final String folder;
    private final Map<String, Page> read = new ConcurrentHashMap<>();

    /**
     * @param folder the name of the resource folder
     */
    public StaticFiles(String folder) {
        this.folder = folder;
    }

    /** Returns the file for an address, or null if there is none. */
    @Nullable
    Page at(String path) {
        return isOwn(path) ? file(INDEX) : file(path);
    }

    /** Returns whether the dashboard has a page at an address. All other addresses must answer 404. */
    private static boolean isOwn(String path) {
        String bare = path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        int slash = bare.indexOf('/', 1);
        String first = bare.substring(Math.min(1, bare.length()), slash < 0 ? bare.length() : slash);
        return slash < 0
                ? first.isEmpty() || ALONE.contains(first)
                : WITH_ID.contains(first) && bare.indexOf('/', slash + 1) < 0 && slash + 1 < bare.length();
    }

    private @Nullable Page file(String path) {
        Page known = read.get(path);
        if (known != null) {
            return known;
        }
        String ending = isFile(path) ? path.substring(path.lastIndexOf('.') + 1) : "";
        String type = TYPES.get(ending);
        if (type == null) {
            return null;
        }
        try (InputStream in = StaticFiles.class.getResourceAsStream(folder + path)) {
            if (in == null) {
                return null;
            }
            byte[] content = in.readAllBytes();
            Form plain = new Form(content, tag(content, ""), false);
            boolean isWorthIt = content.length >= MIN_PACKED && !PACKED.contains(ending);
            Form packed = isWorthIt ? new Form(packed(content), tag(content, "-gzip"), true) : plain;
            Page page = new Page(type, headers(path), plain, packed);
            read.put(path, page);
            return page;
        } catch (IOException e) {
            throw new UncheckedIOException("a page of the dashboard cannot be read", e);
        }
    }

    /**
     * Returns whether a path can name a file: its names have letters, digits, {@code _}, {@code -} and dots, and none
     * begins with a dot, so no address leads out of the folder.
     */
    private static boolean isFile(String path) {
        if (path.length() > MAX_PATH || !path.startsWith("/")) {
            return false;
        }
        char before = 0;
        for (int i = 0; i < path.length(); i++) {
            char each = path.charAt(i);
            boolean isBegin = before == '/';
            boolean isLetter = (each >= 'a' && each <= 'z')
                    || (each >= 'A' && each <= 'Z')
                    || (each >= '0' && each <= '9')
                    || each == '_'
                    || each == '-';
            if (!isLetter && (isBegin || (each != '.' && each != '/'))) {
                return false;
            }
            before = each;
        }
        return before != '/';
    }

    private static byte[] packed(byte[] content) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }

    private static String tag(byte[] content, String ending) {
        CRC32 sum = new CRC32();
        sum.update(content);
        return '"' + Long.toHexString(sum.getValue()) + '-' + content.length + ending + '"';
    }

    private static Map<String, String> headers(String path) {
        if (path.startsWith("/assets/")) {
            // File names change with their content.
            return Map.of("Cache-Control", "public, max-age=31536000, immutable");
        } else if (path.startsWith("/js/")) {
            // The tracking script is loaded by other sites.
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
