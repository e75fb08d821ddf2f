package dev.varve.analytics.enrich;

import com.maxmind.db.Reader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the countries of IP addresses in a database in MaxMind's format. Without one every country is unknown. There is no
 * cache: a lookup takes microseconds, and a cache would keep IP addresses.
 */
public final class Countries implements AutoCloseable {

    private final @Nullable Reader reader;

    private Countries(@Nullable Reader reader) {
        this.reader = reader;
    }

    /** Returns the countries bundled with the module, or none if it was built without them. */
    public static Countries bundled() {
        try (InputStream stream = Countries.class.getResourceAsStream("countries.mmdb")) {
            return new Countries(stream == null ? null : new Reader(stream));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the countries of a file in MaxMind's format, with {@code country_code} or {@code country.iso_code}. */
    public static Countries of(Path file) throws IOException {
        return new Countries(new Reader(new File(file.toString())));
    }

    /** Returns an empty database. */
    public static Countries none() {
        return new Countries(null);
    }

    /** Returns the two-letter country code, or null if unknown. */
    public @Nullable String of(InetAddress address) {
        if (reader == null) {
            return null;
        }
        try {
            Map<?, ?> found = reader.get(address, Map.class);
            return found == null ? null : code(found);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable String code(Map<?, ?> found) {
        Object code = found.get("country_code");
        if (code == null && found.get("country") instanceof Map<?, ?> country) {
            code = country.get("iso_code");
        }
        return code instanceof String text && text.length() == 2 && !text.equals("ZZ") ? text : null;
    }

    @Override
    public void close() {
        try {
            if (reader != null) {
                reader.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
