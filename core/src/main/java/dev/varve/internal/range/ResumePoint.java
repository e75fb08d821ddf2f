package dev.varve.internal.range;

import dev.varve.engine.support.PagePosition;
import dev.varve.error.InvalidPageToken;
import dev.varve.error.Rejected;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.TableSchema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Where a page of a range ended: the step, the shard, and the last item returned. The resume position of every other
 * shard follows from it.
 *
 * <p>The content of its token is {@code 'R'}, a version, the note of the query as UTF, the ordinal as {@code u64}, the
 * shard as {@code u16}, and the content of the token of the position in a query whose partition is the identity of the
 * range. The token contains no partition of the range. {@link PageToken} adds a checksum over the whole content.
 *
 * @param position the last item; its target has the identity of the range in place of a partition
 */
record ResumePoint(long ordinal, int shard, PagePosition position) {

    private static final int FORMAT = 'R';
    private static final int VERSION = 2;

    PageToken token(TableSchema schema, Query each, String note) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            out.writeByte(VERSION);
            out.writeUTF(note);
            out.writeLong(ordinal);
            out.writeShort(shard);
            out.write(position.token(schema, each).content().orElseThrow());
        } catch (IOException e) {
            throw new AssertionError("writing to a byte array cannot fail", e);
        }
        return PageToken.of(bytes.toByteArray());
    }

    /** Returns where a range resumes; rejects the token of another range. */
    static ResumePoint read(TableSchema schema, Query each, PageToken token) {
        try (DataInputStream in = open(token)) {
            in.readUTF();
            long ordinal = in.readLong();
            int shard = in.readUnsignedShort();
            PagePosition position = PagePosition.resumed(schema, each.resume(PageToken.of(in.readAllBytes())));
            if (position == null) {
                throw foreign(null);
            }
            return new ResumePoint(ordinal, shard, position);
        } catch (IOException e) {
            throw foreign(e);
        }
    }

    /** Returns the note in a token of any range. */
    static String note(PageToken token) {
        try (DataInputStream in = open(token)) {
            return in.readUTF();
        } catch (IOException e) {
            throw foreign(e);
        }
    }

    private static DataInputStream open(PageToken token) throws IOException {
        byte[] bytes = token.content().orElseThrow(() -> foreign(null));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        if (in.readByte() != FORMAT || in.readByte() != VERSION) {
            throw foreign(null);
        }
        return in;
    }

    static Rejected foreign(@Nullable Throwable cause) {
        return new InvalidPageToken(
                "the page token does not belong to this range: resume with the same table, index, keys, range, filter"
                        + " and order",
                cause);
    }
}
