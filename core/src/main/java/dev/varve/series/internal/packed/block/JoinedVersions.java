package dev.varve.series.internal.packed.block;

import dev.varve.error.CorruptData;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The versions of joined buckets, in order of time, as a text: {@code 3*1,1*2} for three buckets of version 1 and one of version 2.
 */
public final class JoinedVersions {

    private JoinedVersions() {}

    public static String text(List<Long> versions) {
        StringBuilder text = new StringBuilder();
        for (int from = 0; from < versions.size(); ) {
            int to = from + 1;
            while (to < versions.size() && versions.get(to).equals(versions.get(from))) {
                to++;
            }
            text.append(from == 0 ? "" : ",").append(to - from).append('*').append(versions.get(from));
            from = to;
        }
        return text.toString();
    }

    /** Reads the versions of so many buckets. */
    static List<Long> parse(String text, int count) {
        List<Long> versions = new ArrayList<>();
        for (String run : text.split(",", -1)) {
            int mark = run.indexOf('*');
            try {
                int times = Integer.parseInt(run, 0, Math.max(0, mark), 10);
                long version = Long.parseLong(run, mark + 1, run.length(), 10);
                for (int i = 0; i < times && versions.size() <= count; i++) {
                    versions.add(version);
                }
            } catch (NumberFormatException e) {
                throw corrupt(text, count, e);
            }
        }
        if (versions.size() != count) {
            throw corrupt(text, count, null);
        }
        return versions;
    }

    private static CorruptData corrupt(String text, int count, @Nullable Throwable cause) {
        String message = "\"%s\" are not the versions of %s joined buckets".formatted(text, count);
        return cause == null
                ? new CorruptData("packed.joined", message)
                : new CorruptData("packed.joined", message, cause);
    }
}
