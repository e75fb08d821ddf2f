package dev.varve.proofs.diff;

import dev.varve.engine.support.OnceUpdate;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.table.Capacity;
import dev.varve.table.IndexSchema;
import dev.varve.table.KeyAttribute;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Request;
import dev.varve.table.Scan;
import dev.varve.table.Select;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactWrite;
import dev.varve.table.TransactWrite.Action;
import dev.varve.table.Update;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs one script on new tables of several engines, until they differ or the script ends. */
final class Run {

    /** At this time no item of a script has expired, so all stored items are visible. */
    private static final Instant BEFORE_EXPIRY = MutableClock.START.minus(Duration.ofDays(1));

    /** A request to an engine, and the part of its result that is compared. */
    @FunctionalInterface
    private interface EngineCall {
        EngineAnswer ask(DiffSubject subject) throws Throwable;
    }

    private final String name;
    private final List<TableSchema> schemas;
    private final MutableClock clock;
    private final List<DiffSubject> subjects;
    private final Map<Integer, ScriptStep.Ask> asks = new HashMap<>();
    private final Map<Integer, PageToken> tokens = new HashMap<>();
    private final Map<String, Integer> refused = new HashMap<>();
    private final Map<String, Integer> kinds = new TreeMap<>();

    Run(String name, List<TableSchema> schemas, MutableClock clock, List<DiffSubject> subjects) {
        this.name = name;
        this.schemas = schemas;
        this.clock = clock;
        this.subjects = subjects;
    }

    DiffOutcome of(Script script) {
        for (Map.Entry<Integer, ScriptStep> entry : new TreeMap<>(script.steps()).entrySet()) {
            DiffOutcome.Differed differed = take(entry.getKey(), entry.getValue());
            if (differed != null) {
                return differed;
            }
        }
        DiffOutcome.Differed differed = contents();
        return differed == null ? new DiffOutcome.Agreed(kinds) : differed;
    }

    private DiffOutcome.@Nullable Differed take(int number, ScriptStep step) {
        if (step instanceof ScriptStep.Advance advance) {
            clock.advance(Duration.ofSeconds(advance.seconds()));
            return null;
        } else if (step instanceof ScriptStep.Resume resume) {
            return resumed(number, step, resume.step(), tokens.get(resume.step()));
        } else if (step instanceof ScriptStep.Forge forge) {
            PageToken token = tokens.get(forge.step());
            return token == null ? null : resumed(number, step, forge.step(), forged(token, forge.bit()));
        }
        ScriptStep.Ask ask = (ScriptStep.Ask) step;
        Request request = named(ask.request());
        asks.put(number, ask);
        if (request instanceof Scan scan) {
            return compare(number, step, ask.table(), request, subject -> scanned(subject, ask.table(), scan));
        } else if (request instanceof Query query && query.index() != null && isKnown(ask.table(), query.index())) {
            boolean isExact = (query.limit() == 0 || !hasTies(ask.table(), query))
                    && LocalDifference.of(schemas.get(ask.table()), request).isEmpty();
            return compare(
                    number, step, ask.table(), request, subject -> indexed(subject, ask.table(), query, isExact));
        }
        return compare(number, step, ask.table(), request, subject -> plain(subject, number, ask.table(), request));
    }

    private DiffOutcome.@Nullable Differed resumed(int number, ScriptStep step, int query, @Nullable PageToken token) {
        ScriptStep.Ask ask = asks.get(query);
        if (token == null || ask == null) {
            return null;
        }
        Request request = ((Query) ask.request()).resume(token);
        boolean isForged = step instanceof ScriptStep.Forge;
        return compare(
                number,
                step,
                ask.table(),
                request,
                subject -> plain(subject, isForged ? -1 : query, ask.table(), request));
    }

    private static PageToken forged(PageToken token, int bit) {
        byte[] bytes = Base64.getUrlDecoder().decode(token.text());
        bytes[bit / 8 % bytes.length] ^= (byte) (1 << bit % 8);
        return new PageToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Returns the request with the table names and tokens of this run. */
    private Request named(Request request) {
        if (request instanceof TransactWrite transaction) {
            List<Action> actions = new ArrayList<>();
            for (Action action : transaction.actions()) {
                String table = action.table();
                actions.add(table == null ? action : new Action(table.replaceAll("-0$", "-" + name), action.write()));
            }
            return new TransactWrite(actions, named(transaction.token()));
        }
        if (request instanceof Update update && update.token() != null) {
            return new Update(
                    update.key(), update.actions(), update.condition(), update.returning(), named(update.token()));
        }
        return request;
    }

    private @Nullable String named(@Nullable String token) {
        return token == null ? null : name + "." + token + "." + refused.getOrDefault(token, 0);
    }

    /** Retires the token of a rejected request, see {@link LocalDifference#TOKEN_BOUND_BY_REFUSAL}. */
    private void forget(Request request) {
        String token = request instanceof TransactWrite transaction
                ? transaction.token()
                : request instanceof Update update ? update.token() : null;
        if (token != null) {
            refused.merge(token, 1, Integer::sum);
        }
    }

    private EngineAnswer plain(DiffSubject subject, int number, int table, Request request) throws Throwable {
        Object result = subject.ask(table, request);
        if (result instanceof Page page && number >= 0) {
            if (page.next() == null) {
                tokens.remove(number);
            } else {
                tokens.put(number, page.next());
            }
        }
        return EngineAnswer.of(result);
    }

    /**
     * The order of a scan is undefined, so all its pages are compared together, and its capacity only if it has one
     * page.
     */
    private static EngineAnswer scanned(DiffSubject subject, int table, Scan scan) throws Throwable {
        List<Page> pages = subject.drain(table, scan);
        boolean isOnePage = pages.size() == 1 && scan.limit() == 0;
        return new EngineAnswer(
                "scan", multiset(pages), isOnePage ? pages.get(0).capacity() : null);
    }

    /**
     * Compares an index query exactly if no two items share an index key; otherwise the order of equal keys is
     * undefined.
     */
    private static EngineAnswer indexed(DiffSubject subject, int table, Query query, boolean isExact) throws Throwable {
        List<Page> pages = subject.drain(table, query);
        if (!isExact || query.limit() == 0) {
            Capacity capacity = pages.stream().map(Page::capacity).reduce(Capacity.NONE, Capacity::plus);
            return new EngineAnswer("index", multiset(pages), isExact && pages.size() == 1 ? capacity : null);
        }
        List<Object> contents = new ArrayList<>();
        for (Page page : pages) {
            contents.add(List.of(page.items(), page.count(), page.examined()));
        }
        return new EngineAnswer(
                "index", contents, pages.stream().map(Page::capacity).reduce(Capacity.NONE, Capacity::plus));
    }

    private static Object multiset(List<Page> pages) {
        Map<Item, Integer> items = new HashMap<>();
        int count = 0;
        for (Page page : pages) {
            page.items().forEach(item -> items.merge(item, 1, Integer::sum));
            count += page.count();
        }
        return List.of(items, count);
    }

    private boolean isKnown(int table, String index) {
        return schemas.get(table).indexes().stream().anyMatch(one -> one.name().equals(index));
    }

    /** Returns whether two items of the queried partition, including expired ones, have the same index key. */
    private boolean hasTies(int table, Query query) {
        IndexSchema index = schemas.get(table).index(Objects.requireNonNull(query.index()));
        KeyAttribute sort = index.key().sort();
        Query all = Query.of(query.partition()).on(index.name()).select(Select.all());
        return unexpired(() -> {
            Set<Value> seen = new HashSet<>();
            try {
                for (Page page : subjects.get(0).drain(table, all)) {
                    for (Item item : page.items()) {
                        if (!seen.add(
                                sort == null ? query.partition() : item.asMap().get(sort.name()))) {
                            return true;
                        }
                    }
                }
                return false;
            } catch (Throwable e) {
                // The query itself is rejected as well.
                return true;
            }
        });
    }

    private DiffOutcome.@Nullable Differed compare(
            int number, ScriptStep step, int table, Request request, EngineCall call) {
        Map<String, EngineAnswer> answers = new LinkedHashMap<>();
        Images before = images(table, request);
        EngineAnswer reference = answer(subjects.get(0), call);
        Images after = images(table, request);
        boolean isPriced = LocalDifference.of(schemas.get(table), request).isEmpty()
                && LocalDifference.of(schemas, before, after).isEmpty();
        boolean agreed = true;
        for (DiffSubject subject : subjects) {
            EngineAnswer answer = subject == subjects.get(0) ? reference : answer(subject, call);
            answers.put(subject.name(), answer);
            boolean comparesCapacity = answer.capacity() != null
                    && reference.capacity() != null
                    && (!subject.isDynamoDb() || (isPriced && !answer.isFailure()));
            EngineAnswer wanted = subject.isDynamoDb() ? local(request, answer, reference, before, after) : reference;
            agreed &= comparesCapacity
                    ? answer.equals(wanted)
                    : answer.withoutCapacity().equals(wanted.withoutCapacity());
        }
        kinds.merge(request.getClass().getSimpleName() + ": " + reference.kind(), 1, Integer::sum);
        if (reference.isRefusal() && step instanceof ScriptStep.Ask ask) {
            forget(ask.request());
        }
        return agreed ? null : new DiffOutcome.Differed(number, Shown.of(step), answers);
    }

    /** Returns the result that DynamoDB Local is expected to give, if {@code right} is the right one. */
    private EngineAnswer local(Request request, EngineAnswer given, EngineAnswer right, Images before, Images after) {
        TransactWrite transaction = request instanceof TransactWrite write
                ? write
                : request instanceof Update update ? OnceUpdate.transaction(update) : null;
        if (transaction == null) {
            return right;
        }
        LocalTransactions local = new LocalTransactions(schemas, transaction, before, after);
        if (right.isRefusal()) {
            boolean isOneOfSeveral = local.refusals(clock.instant()).containsAll(List.of(given, right));
            return isOneOfSeveral ? given : right;
        }
        boolean isSentAlone = request instanceof Update update && update.token() == null;
        Capacity capacity = right.capacity();
        return isSentAlone || capacity == null || right.isFailure()
                ? right
                : right.withCapacity(local.reported(capacity));
    }

    private Images images(int table, Request request) {
        return unexpired(() -> Images.of(schemas, subjects.get(0), table, request));
    }

    /** Runs {@code look} at a time when no item has expired. */
    private <T> T unexpired(Supplier<T> look) {
        Instant now = clock.instant();
        clock.set(BEFORE_EXPIRY);
        try {
            return look.get();
        } finally {
            clock.set(now);
        }
    }

    private static EngineAnswer answer(DiffSubject subject, EngineCall call) {
        try {
            return call.ask(subject);
        } catch (Throwable e) {
            return EngineAnswer.ofError(e);
        }
    }

    /** Compares all stored items, expired or not, in tables and indexes. */
    private DiffOutcome.@Nullable Differed contents() {
        clock.set(BEFORE_EXPIRY);
        for (int table = 0; table < schemas.size(); table++) {
            List<Scan> scans = new ArrayList<>(List.of(Scan.all().consistent()));
            schemas.get(table).indexes().forEach(index -> scans.add(Scan.all().on(index.name())));
            for (Scan scan : scans) {
                int at = table;
                Map<String, EngineAnswer> answers = new LinkedHashMap<>();
                for (DiffSubject subject : subjects) {
                    answers.put(
                            subject.name(),
                            answer(subject, one -> scanned(one, at, scan).withoutCapacity()));
                }
                if (new HashSet<>(answers.values()).size() > 1) {
                    return new DiffOutcome.Differed(-1, "contents of table " + table + " by " + scan, answers);
                }
            }
        }
        return null;
    }
}
