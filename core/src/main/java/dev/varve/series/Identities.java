package dev.varve.series;

import dev.varve.internal.range.RangePage;
import dev.varve.key.Parts;
import dev.varve.series.internal.read.Catalogue;
import dev.varve.table.PageToken;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A query for the identities of all series of a declaration, in a stable but arbitrary order. */
public final class Identities {

    /** A page of identities; {@code next} resumes after it, null at the end. */
    public record IdentityPage(
            List<Parts> identities, @Nullable PageToken next) {
        public IdentityPage {
            identities = List.copyOf(identities);
        }
    }

    private final Catalogue catalogue;
    private final int parallel;

    Identities(Catalogue catalogue, int parallel) {
        this.catalogue = catalogue;
        this.parallel = parallel;
    }

    /**
     * Returns the page after the one that the token came with, or the first page for null; a page has at most
     * {@code limit} identities.
     */
    public IdentityPage page(int limit, @Nullable PageToken resume) {
        RangePage page = catalogue.entries(parallel).page(limit, resume);
        return new IdentityPage(page.items().stream().map(catalogue::read).toList(), page.next());
    }

    /** Returns the identities lazily; close the stream to stop reading ahead. */
    public Stream<Parts> stream() {
        return catalogue.entries(parallel).stream().map(catalogue::read);
    }

    public List<Parts> list() {
        try (Stream<Parts> identities = stream()) {
            return identities.toList();
        }
    }

    public long count() {
        return catalogue.entries(parallel).count();
    }
}
