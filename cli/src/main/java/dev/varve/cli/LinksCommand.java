package dev.varve.cli;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.Connection;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.error.Rejected;
import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.access.LinkBody;
import dev.varve.server.api.access.LinkCreated;
import dev.varve.server.api.access.LinkJson;
import dev.varve.server.api.access.LinkList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "links",
        description = "Lists the shared links of a site; creates or revokes one.",
        subcommands = {LinksCommand.Create.class, LinksCommand.Revoke.class})
final class LinksCommand extends QueryCommandBase {

    /** Not required here, because each subcommand declares its own. */
    @Parameters(paramLabel = "SITE", arity = "0..1", description = "the site's id")
    private @Nullable String site;

    @Override
    int run(ApiClient client) {
        if (site == null) {
            throw new Rejected("cli.site", "the site is missing: varve sites links SITE");
        }
        LinkList answer = links(client, site);
        show(answer, () -> answer.links().isEmpty() ? "no shared links" : table(answer.links()));
        return 0;
    }

    private static LinkList links(ApiClient client, String site) {
        return client.ask(ApiCall.get("sites", site, "links"), LinkList.class);
    }

    private TextTable table(List<LinkJson> links) {
        TextTable table = new TextTable(paint())
                .text("name")
                .text("password")
                .text("made")
                .text("link");
        for (LinkJson link : links) {
            table.row()
                    .cell(link.name(), Tone.STRONG)
                    .cell(link.hasPassword() ? "yes" : "no")
                    .cell(AnswerTexts.text(link.createdAt()))
                    .cell(link.linkId(), Tone.FAINT);
        }
        return table;
    }

    @Command(
            name = "create",
            description = {
                "Creates a link that shows the page of one site to everybody who has it, and prints it.",
                "The link cannot be shown again.",
                "",
                "  varve sites links create blog --name customer --password-file password.txt",
                ""
            })
    static final class Create extends QueryCommandBase {

        @Parameters(paramLabel = "SITE", description = "the site's id")
        private String site;

        @Option(names = "--name", description = "the name by which people recognise it")
        private @Nullable String name;

        @Option(
                names = "--password-file",
                paramLabel = "FILE",
                description = "a file with the password that the page asks for; without it there is none")
        private @Nullable Path passwordFile;

        private boolean isOfServer;

        @Override
        Connection connect(LocationOptions place) {
            Connection connection = super.connect(place);
            isOfServer = connection.server().isPresent();
            return connection;
        }

        @Override
        int run(ApiClient client) throws IOException {
            LinkCreated made =
                    client.ask(ApiCall.post(new LinkBody(name, password()), "sites", site, "links"), LinkCreated.class);
            // A server in this process ends with the command.
            String server = isOfServer ? client.server().toString().replaceFirst("/$", "") : "";
            show(made, () -> server + made.path());
            if (!isJson()) {
                note("keep this link: only a hash of it is stored");
            }
            return 0;
        }

        private @Nullable String password() throws IOException {
            if (passwordFile == null) {
                return null;
            }
            String password = Files.readString(passwordFile).strip();
            if (password.isEmpty()) {
                throw new Rejected("cli.secret-file", "the file %s is empty".formatted(passwordFile));
            }
            return password;
        }
    }

    @Command(name = "revoke", description = "Revokes a shared link at once.")
    static final class Revoke extends QueryCommandBase {

        @Parameters(index = "0", paramLabel = "SITE", description = "the site's id")
        private String site;

        @Parameters(index = "1", paramLabel = "LINK", description = "its name or id")
        private String link;

        @Override
        int run(ApiClient client) {
            List<LinkJson> all = links(client, site).links();
            List<String> found = all.stream()
                    .filter(each -> each.linkId().equals(link) || each.name().equals(link))
                    .map(LinkJson::linkId)
                    .toList();
            if (found.size() != 1) {
                throw new Rejected(
                        "link.not-found",
                        found.isEmpty()
                                ? "site %s has no shared link %s".formatted(site, link)
                                : "%s shared links have the name %s; give the id of one".formatted(found.size(), link));
            }
            EmptyJson answer = client.delete(ApiCall.delete("sites", site, "links", found.get(0)));
            show(answer, () -> "revoked shared link " + link);
            return 0;
        }
    }
}
