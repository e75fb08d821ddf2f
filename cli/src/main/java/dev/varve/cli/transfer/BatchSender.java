package dev.varve.cli.transfer;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ApiFailure;
import dev.varve.cli.client.ApiResponse;
import dev.varve.cli.client.Unreachable;
import dev.varve.server.api.fleet.ReadingsStored;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sends batches, and retries while the server is busy or unreachable. Retries are safe, because sending is idempotent. */
final class BatchSender {

    /** A server that is busy for longer than a few minutes needs attention. */
    private static final int MOST_WAITS = 180;

    private static final int MOST_RECONNECTS = 5;

    /** Waits between attempts. */
    interface Pause {
        void seconds(long seconds) throws InterruptedException;
    }

    private final ApiClient client;
    private final Importer.Options options;
    private final Pause pause;

    BatchSender(ApiClient client, Importer.Options options, Pause pause) {
        this.client = client;
        this.options = options;
        this.pause = pause;
    }

    ImportReport.Sent send(Batch batch) throws InterruptedException {
        Format format = options.format();
        ApiCall call = ApiCall.send("/api/v1/readings", format.type(), batch.body());
        call = format == Format.LINE ? call.with("precision", options.precision()) : call;
        ApiResponse response = answered(options.age() == Importer.Age.ANY ? call.with("backfill", "true") : call);
        Optional<ReadingsStored> stored = response.as(ReadingsStored.class);
        if (stored.isEmpty()) {
            throw response.isGood()
                    ? ApiFailure.unexpected("does not say how many readings were stored")
                    : response.failure();
        }
        // Status 400 means that no line was good; the body says why for each.
        ReadingsStored result = stored.get();
        List<Refused> shown = new ArrayList<>(batch.refused());
        result.errors()
                .forEach(error -> shown.add(new Refused(batch.fileLine(error.line()), error.code(), error.message())));
        return new ImportReport.Sent(
                result.accepted(),
                result.duplicates(),
                result.failed() + batch.refused().size(),
                result.summarized() == null ? 0 : result.summarized(),
                shown);
    }

    private ApiResponse answered(ApiCall call) throws InterruptedException {
        int waits = 0;
        int reconnects = 0;
        while (true) {
            try {
                ApiResponse answer = client.send(call);
                if (!answer.isForNow()) {
                    return answer;
                }
                if (++waits > MOST_WAITS) {
                    throw answer.failure();
                }
                pause.seconds(answer.retryAfter());
            } catch (Unreachable e) {
                if (++reconnects > MOST_RECONNECTS) {
                    throw e;
                }
                pause.seconds(reconnects);
            }
        }
    }
}
