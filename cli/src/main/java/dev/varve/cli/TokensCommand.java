package dev.varve.cli;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.error.Rejected;
import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.access.TokenBody;
import dev.varve.server.api.access.TokenCreated;
import dev.varve.server.api.access.TokenJson;
import dev.varve.server.api.access.TokenList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "tokens",
        description = "Lists the tokens of a server; creates or revokes one.",
        subcommands = {TokensCommand.Create.class, TokensCommand.ListAll.class, TokensCommand.Revoke.class})
final class TokensCommand extends QueryCommandBase {

    @Override
    int run(ApiClient client) {
        return list(this, client);
    }

    private static int list(QueryCommandBase command, ApiClient client) {
        TokenList answer = client.ask(ApiCall.get("tokens"), TokenList.class);
        List<TokenJson> tokens = answer.tokens();
        command.show(answer, () -> tokens.isEmpty() ? "no tokens" : table(command, tokens));
        return 0;
    }

    private static TextTable table(QueryCommandBase command, List<TokenJson> tokens) {
        TextTable table = new TextTable(command.paint())
                .text("token")
                .text("scopes")
                .text("only")
                .text("made")
                .text("hash");
        for (TokenJson token : tokens) {
            table.row()
                    .cell(token.name(), Tone.STRONG)
                    .cell(AnswerTexts.words(
                            token.scopes().stream().map(AnswerTexts::word).toList()))
                    .cell(AnswerTexts.text(token.only()))
                    .cell(AnswerTexts.text(token.createdAt()))
                    .cell(token.hash(), Tone.FAINT);
        }
        return table;
    }

    @Command(name = "list", description = "Lists the tokens. Secrets are not stored, so they cannot be shown.")
    static final class ListAll extends QueryCommandBase {
        @Override
        int run(ApiClient client) {
            return list(this, client);
        }
    }

    @Command(
            name = "create",
            description = {
                "Creates a token and prints its secret. The secret cannot be shown again.",
                "",
                "  varve tokens create telegraf --scope write",
                "  varve tokens create blog-customer --scope read --only site:blog",
                ""
            })
    static final class Create extends WritingCommand {

        @Parameters(paramLabel = "NAME", description = "its name")
        private String name;

        @Option(
                names = "--scope",
                split = ",",
                required = true,
                description = "write, read or admin; admin includes the others")
        private List<String> scopes;

        @Option(
                names = "--only",
                paramLabel = "KIND:ID",
                description = "restricts the token to one site:ID, or to sending for one device:ID")
        private @Nullable String only;

        @Override
        int run(ApiClient client) {
            TokenCreated made =
                    client.ask(ApiCall.post(new TokenBody(name, scopes, only), "tokens"), TokenCreated.class);
            show(made, made::secret);
            if (!isJson()) {
                note("keep this secret: only its hash is stored");
            }
            return 0;
        }
    }

    @Command(name = "revoke", description = "Revokes a token. Servers refuse it within half a minute.")
    static final class Revoke extends QueryCommandBase {

        @Parameters(paramLabel = "TOKEN", description = "its name or hash")
        private String token;

        @Override
        int run(ApiClient client) {
            EmptyJson answer = client.delete(ApiCall.delete("tokens", hash(client)));
            show(answer, () -> "revoked token " + token);
            return 0;
        }

        private String hash(ApiClient client) {
            List<String> named = new ArrayList<>();
            for (TokenJson each :
                    client.ask(ApiCall.get("tokens"), TokenList.class).tokens()) {
                if (each.hash().equals(token)) {
                    return each.hash();
                }
                if (each.name().equals(token)) {
                    named.add(each.hash());
                }
            }
            if (named.size() == 1) {
                return named.get(0);
            }
            throw new Rejected(
                    "token.not-found",
                    named.isEmpty()
                            ? "there is no token " + token
                            : "%s tokens have the name %s; give the hash of one".formatted(named.size(), token));
        }
    }
}
