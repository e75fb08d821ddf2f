package dev.varve.server.http;

import dev.varve.server.http.answer.Quoted;
import dev.varve.server.http.answer.Streamed;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer that is written piece by piece. A failure before the first piece is answered as usual. A later failure aborts
 * the connection: the status has been sent, and a normal end would make the part look complete.
 */
final class StreamedReply extends OutputStream {

    private static final Logger LOG = LoggerFactory.getLogger(StreamedReply.class);

    private static final RepeatLog REPEATS = new RepeatLog(LOG);

    private final Context context;
    private @Nullable OutputStream begun;

    StreamedReply(Context context) {
        this.context = context;
    }

    void write(Streamed streamed) throws Exception {
        context.contentType(streamed.type());
        Writer out = new OutputStreamWriter(this, StandardCharsets.UTF_8);
        try {
            streamed.body().writeTo(out);
            out.flush();
        } catch (Exception failure) {
            if (begun == null) {
                throw failure;
            }
            if (failure instanceof IOException) {
                LOG.info(
                        "the client closed the connection during {}: {}",
                        Quoted.of(context.path()),
                        failure.toString());
            } else {
                REPEATS.error("broken", "the answer to %s was aborted".formatted(Quoted.of(context.path())), failure);
            }
            Jetty.breakOff(context.req(), failure);
        }
    }

    private OutputStream begun() {
        OutputStream out = begun;
        if (out == null) {
            out = context.outputStream();
            begun = out;
        }
        return out;
    }

    @Override
    public void write(int one) throws IOException {
        begun().write(one);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        begun().write(bytes, from, length);
    }

    @Override
    public void flush() throws IOException {
        if (begun != null) {
            begun.flush();
        }
    }
}
