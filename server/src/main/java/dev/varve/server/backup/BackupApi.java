package dev.varve.server.backup;

import dev.varve.error.Rejected;
import dev.varve.server.api.backup.BackupBody;
import dev.varve.server.api.backup.BackupList;
import dev.varve.server.auth.Scope;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Routes that make and list backups. */
public final class BackupApi {

    private final @Nullable Backups backups;

    /** @param backups the backups, or null if the server makes none */
    public BackupApi(@Nullable Backups backups) {
        this.backups = backups;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/backups", request -> list())
                        .described(BackupOperations.BACKUPS)
                        .needing(Scope.ADMIN),
                Route.post("/api/v1/backups", this::begin).described(BackupOperations.BACK_UP),
                Route.get("/api/v1/backups/{name}", this::find)
                        .described(BackupOperations.BACKUP)
                        .needing(Scope.ADMIN));
    }

    private Object list() {
        return backups == null ? new BackupList(null, null, null, null, List.of()) : backups.list();
    }

    private Object begin(ApiRequest request) {
        String body = request.body();
        String name = body.isBlank() ? null : request.json(BackupBody.class).name();
        if (backups == null) {
            throw new Rejected(
                    "backup.no-directory",
                    "this server makes no backups: start it with --backup-to DIR, or stop it and run varve backup");
        }
        return Reply.json(202, backups.begin(name));
    }

    private Object find(ApiRequest request) {
        String name = request.path("name");
        if (backups == null) {
            throw missing(name);
        }
        return backups.find(name).orElseThrow(() -> missing(name));
    }

    private static NotFound missing(String name) {
        return new NotFound("there is no backup " + name);
    }
}
