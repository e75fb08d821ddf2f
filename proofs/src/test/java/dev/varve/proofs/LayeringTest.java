package dev.varve.proofs;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the dependencies between packages. {@link PurityTest} checks that pure packages do no I/O. */
@Tag("fast")
class LayeringTest {

    static final JavaClasses VARVE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.varve");

    private static final String[] ENGINES = {"dev.varve.engine.rocksdb..", "dev.varve.engine.dynamodb.."};

    /** The packages of core, without those of the engines, which begin with the same word. */
    static final String[] CORE = Stream.concat(
                    Stream.of("dev.varve", "dev.varve.engine", "dev.varve.engine.support"),
                    Stream.of(
                                    "error",
                                    "internal",
                                    "key",
                                    "block",
                                    "item",
                                    "table",
                                    "feed",
                                    "memory",
                                    "schema",
                                    "entity",
                                    "rollup",
                                    "series",
                                    "alert")
                            .map(name -> "dev.varve." + name + ".."))
            .toArray(String[]::new);

    @Test
    void coreKnowsOnlyTheJdkAndItself() {
        check(classes()
                .that(resideInAnyPackage(CORE))
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("java..", "org.jspecify..").or(resideInAnyPackage(CORE))));
    }

    /** Every package may use the errors and the small tools of {@code dev.varve.internal}. */
    @ParameterizedTest
    @CsvSource({
        "error, ''",
        "key,   ''",
        "block, key",
        "item,  key",
        "table, key item",
        "feed,  key item table",
        "internal.range, key item table engine.support",
        "schema, key item table internal.range",
        "entity, key item table schema internal.range",
        "rollup, key block item table feed schema internal.range",
        "series, key block item table feed engine schema internal.range entity rollup",
        "alert, key item table feed schema internal.range entity rollup series",
    })
    void corePackageKnowsOnlyTheOnesBelow(String name, String below) {
        String[] known = Stream.concat(Stream.of("dev.varve.error", "dev.varve.internal"), names(name + " " + below))
                .toArray(String[]::new);
        check(classes()
                .that()
                .resideInAPackage("dev.varve." + name + "..")
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage("dev.varve..").or(resideInAnyPackage(known))));
    }

    @ParameterizedTest
    @CsvSource({
        "series.internal, definition, ''",
        "series.internal, packed,     definition",
        "series.internal, read,       definition packed",
        "series.internal, current,    definition packed read",
        "series.internal, append,     definition packed read current",
        "series.internal, packed.row,     definition",
        "series.internal, packed.block,   definition packed.row",
        "series.internal, packed.others,  packed.row packed.block",
        "series.internal, packed.bucket,  packed.row packed.block packed.others",
        "series.internal, packed.frame,   packed.row packed.block packed.bucket",
        "series.internal, packed.journal, ''",
        "series.internal, packed.hold,    packed.journal",
        "series.internal, packed.step,    packed.row packed.block packed.others packed.bucket packed.frame packed.journal packed.hold",
        "series.internal, packed.seal,    packed.row packed.block packed.bucket packed.journal packed.hold packed.step",
        "series.internal, packed.follow,  packed.row packed.others packed.bucket packed.frame packed.journal packed.hold packed.step",
        "series.internal, packed.read,    definition packed.row packed.block packed.others packed.bucket packed.step packed.follow",
        "series.internal, packed.feed,    packed.row packed.block packed.bucket packed.frame packed.journal packed.hold packed.step packed.follow",
        "series.internal, packed.packing, definition packed.row packed.block packed.bucket",
        "block.internal,  bytes,      ''",
        "block.internal,  range,      bytes",
        "block.internal,  model,      bytes range",
        "block.internal,  stream,     bytes range model",
        "block.internal,  number,     bytes stream",
        "rollup.internal, definition, ''",
        "rollup.internal, page,       definition",
        "rollup.internal, carried,    definition",
        "key.internal,    text,       ''",
    })
    void internalPackageKnowsOnlyTheOnesBelow(String parent, String name, String below) {
        String[] known = names(name + " " + below)
                .map(each -> each.replace("dev.varve.", "dev.varve." + parent + "."))
                .toArray(String[]::new);
        check(classes()
                .that()
                .resideInAPackage("dev.varve." + parent + "." + name)
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage("dev.varve." + parent + "..").or(resideInAnyPackage(known))));
    }

    private static Stream<String> names(String words) {
        return Stream.of(words.split(" ")).filter(word -> !word.isEmpty()).map(word -> "dev.varve." + word + "..");
    }

    /** The code shared by engines uses requests and changes, never declarations. */
    @Test
    void engineSupportKnowsOnlyThePortsBelow() {
        String[] known = Stream.concat(
                        Stream.of("dev.varve.engine", "dev.varve.engine.support"),
                        names("error internal key item table feed"))
                .toArray(String[]::new);
        check(classes()
                .that(resideInAnyPackage("dev.varve.engine", "dev.varve.engine.support"))
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage("dev.varve..").or(resideInAnyPackage(known))));
    }

    @Test
    void enginesDoNotKnowEachOther() {
        check(noEngine("rocksdb").should().dependOnClassesThat().resideInAPackage("dev.varve.engine.dynamodb.."));
        check(noEngine("dynamodb").should().dependOnClassesThat().resideInAPackage("dev.varve.engine.rocksdb.."));
    }

    @Test
    void onlyTheWiringNamesAnEngine() {
        check(noClasses()
                .that(not(resideInAnyPackage(
                        "dev.varve.engine..", "dev.varve.cli..", "dev.varve.proofs..", "dev.varve.benchmarks..")))
                .should()
                .dependOnClassesThat(resideInAnyPackage(ENGINES)));
    }

    @Test
    void rocksDbIsUsedOnlyInItsInnermostPackage() {
        check(noClasses()
                .that(not(resideInAnyPackage("dev.varve.engine.rocksdb..internal..", "dev.varve.benchmarks..")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.rocksdb.."));
    }

    /** The engine's public API accepts the caller's client; the test kit and its users run DynamoDB Local. */
    @Test
    void awsSdkIsUsedOnlyInItsInnermostPackageAndThePublicApi() {
        check(noClasses()
                .that(not(resideInAnyPackage(
                        "dev.varve.engine.dynamodb..internal..",
                        "dev.varve.testkit..",
                        "dev.varve.proofs..",
                        "dev.varve.benchmarks..")))
                .and()
                .haveNameNotMatching("dev\\.varve\\.engine\\.dynamodb\\.(DynamoDbEngine(\\$.*|Builder)?|Clients)")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("software.amazon.."));
    }

    @Test
    void dataSketchesIsUsedOnlyByItsMeasures() {
        check(noClasses()
                .that(not(resideInAPackage("dev.varve.sketches..")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.datasketches.."));
    }

    @Test
    void sketchesKnowCoreAndNoEngine() {
        check(classes()
                .that()
                .resideInAPackage("dev.varve.sketches..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "java..", "org.jspecify..", "org.apache.datasketches..", "dev.varve.sketches..")
                        .or(resideInAnyPackage(CORE))));
    }

    @Test
    void analyticsKnowCoreSketchesAndTheirLibrariesAndNoEngine() {
        check(classes()
                .that()
                .resideInAPackage("dev.varve.analytics..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "java..",
                                "javax.crypto..",
                                "org.jspecify..",
                                "com.github.benmanes.caffeine..",
                                "com.google.re2j..",
                                "com.maxmind.db..",
                                "ua_parser..",
                                "dev.varve.sketches..",
                                "dev.varve.analytics..")
                        .or(resideInAnyPackage(CORE))));
    }

    /** The root package of analytics is the facade, which uses all of them. */
    @ParameterizedTest
    @CsvSource({
        "hit, ''",
        "goal, ''",
        "enrich, hit",
        "session, hit",
        "stats, goal hit session",
        "internal, enrich session"
    })
    void analyticsPackageKnowsOnlyTheOnesBelow(String name, String below) {
        String[] known = Stream.of((name + " " + below).split(" "))
                .filter(word -> !word.isEmpty())
                .map(word -> "dev.varve.analytics." + word + "..")
                .toArray(String[]::new);
        check(classes()
                .that()
                .resideInAPackage("dev.varve.analytics." + name + "..")
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage("dev.varve.analytics..").or(resideInAnyPackage(known))));
    }

    /** The root package of the server uses all of them. */
    @ParameterizedTest
    @CsvSource({
        "line, ''",
        "auth, ''",
        "api, auth",
        "contract, api",
        "http, api auth contract",
        "ingest, api auth contract http line",
        "live, api contract http",
        "fleet, api auth contract http ingest live",
        "sites, api auth contract http",
        "table, api auth contract http",
        "channel, api auth contract http",
        "backup, api auth contract http",
        "ops, api backup channel contract http table",
        "access, api auth contract http",
        "docs, auth contract http"
    })
    void serverPackageKnowsOnlyTheOnesBelow(String name, String below) {
        String[] known = Stream.of((name + " " + below).split(" "))
                .filter(word -> !word.isEmpty())
                .map(word -> "dev.varve.server." + word + "..")
                .toArray(String[]::new);
        check(classes()
                .that()
                .resideInAPackage("dev.varve.server." + name + "..")
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage("dev.varve.server..").or(resideInAnyPackage(known))));
    }

    /** The root packages of {@code http} and {@code fleet} use all of them. */
    @ParameterizedTest
    @CsvSource({
        "http.answer, ''",
        "http.access, http.limit",
        "http.limit, ''",
        "http.meter, ''",
        "http.route, http.answer http.access http.limit",
        "http.page, http.meter http.route",
        "fleet.view, ''",
        "fleet.intake, fleet.view",
        "fleet.alert, fleet.view"
    })
    void partOfAServerPackageKnowsOnlyTheOnesBelow(String name, String below) {
        String whole = "dev.varve.server." + name.substring(0, name.indexOf('.')) + "..";
        String[] known = Stream.of((name + " " + below).split(" "))
                .filter(word -> !word.isEmpty())
                .map(word -> "dev.varve.server." + word)
                .toArray(String[]::new);
        check(classes()
                .that()
                .resideInAPackage("dev.varve.server." + name)
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage(whole).or(resideInAnyPackage(known))));
    }

    @Test
    void serverKnowsNoEngineAndHidesItsWebServer() {
        check(noClasses()
                .that()
                .resideInAPackage("dev.varve.server..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(ENGINES)));
        check(noClasses()
                .that(not(resideInAnyPackage(
                        "dev.varve.server.http..", "dev.varve.server.live..", "dev.varve.testkit..")))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.javalin..", "org.eclipse.jetty.."));
    }

    /** Settings of channels know neither deliveries nor senders; a sender knows no delivery. */
    @ParameterizedTest
    @CsvSource({"send, ''", "delivery, send", "api, send delivery"})
    void channelPackageKnowsOnlyTheOnesBelow(String name, String below) {
        String[] known = Stream.concat(
                        Stream.of("dev.varve.server.channel"),
                        Stream.of((name + " " + below).split(" ")).map(word -> "dev.varve.server.channel." + word))
                .toArray(String[]::new);
        check(classes()
                .that()
                .resideInAPackage("dev.varve.server.channel." + name)
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage("dev.varve.server.channel..").or(resideInAnyPackage(known))));
    }

    @Test
    void sendersHideTheMailLibrary() {
        check(noClasses()
                .that(not(resideInAnyPackage("dev.varve.server.channel.send..", "dev.varve.testkit..")))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta.mail..", "org.eclipse.angus.."));
    }

    /** Third-party data and parsers are used only where hits are enriched. */
    @Test
    void enrichmentHidesItsLibraries() {
        check(noClasses()
                .that(not(resideInAPackage("dev.varve.analytics.enrich..")))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.maxmind.db..", "ua_parser.."));
    }

    @Test
    void fleetsKnowCoreAndNoEngine() {
        check(classes()
                .that()
                .resideInAPackage("dev.varve.iot..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.jspecify..", "dev.varve.iot..")
                        .or(resideInAnyPackage(CORE))));
    }

    @Test
    void nothingIsMocked() {
        check(noClasses().should().dependOnClassesThat().resideInAPackage("org.mockito.."));
    }

    @Test
    void classNamesAvoidEmptyWords() {
        check(noClasses().should().haveSimpleNameEndingWith("Impl"));
        check(noClasses().should().haveNameMatching(".*(Util|Utils|Helper|Manager)"));
        check(noClasses()
                .should()
                .resideInAnyPackage("..util..", "..impl..", "..common..", "..helper..", "..service.."));
    }

    @Test
    void everyPackageHasANullMarkedPackageInfo() {
        assertThat(VARVE.stream()
                        .map(type -> type.getPackage())
                        .distinct()
                        .filter(owner -> !isNullMarked(owner))
                        .map(JavaPackage::getName))
                .as("packages without a @NullMarked package-info.java")
                .isEmpty();
    }

    private static boolean isNullMarked(JavaPackage owner) {
        return owner.tryGetPackageInfo()
                .filter(info -> info.isAnnotatedWith(NullMarked.class))
                .isPresent();
    }

    private static GivenClassesConjunction noEngine(String name) {
        return noClasses().that(resideInAPackage("dev.varve.engine." + name + ".."));
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(VARVE);
    }
}
