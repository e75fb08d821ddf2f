package dev.varve.server.docs;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** The Javadoc of records and enums, read from their sources, as the only source of their descriptions. */
final class JavadocTexts {

    private final Map<String, String> texts = new HashMap<>();

    /** Reads all sources below a folder. */
    static JavadocTexts of(Path sources) throws IOException {
        JavadocTexts texts = new JavadocTexts();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> found = Files.walk(sources)) {
            List<Path> java =
                    found.filter(file -> file.toString().endsWith(".java")).toList();
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(java));
            DocTrees docs = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                texts.new Reader(docs).scan(unit, unit.getPackageName().toString());
            }
        }
        return texts;
    }

    /** Returns the description of a type. */
    @Nullable
    String of(Class<?> type) {
        return texts.get(type.getCanonicalName());
    }

    /** Returns the description of a component of a record. */
    @Nullable
    String of(Class<?> type, String component) {
        return texts.get(type.getCanonicalName() + '#' + component);
    }

    private final class Reader extends TreePathScanner<@Nullable Void, String> {

        private final DocTrees docs;

        Reader(DocTrees docs) {
            this.docs = docs;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, String outer) {
            String name = outer + '.' + type.getSimpleName();
            DocCommentTree doc = docs.getDocCommentTree(getCurrentPath());
            if (doc != null) {
                texts.put(name, text(doc.getFullBody()));
                for (DocTree tag : doc.getBlockTags()) {
                    if (tag instanceof ParamTree param) {
                        texts.put(name + '#' + param.getName(), text(param.getDescription()));
                    }
                }
            }
            return super.visitClass(type, name);
        }
    }

    /** Converts code of Javadoc to backticks of Markdown. */
    private static String text(List<? extends DocTree> parts) {
        return parts.stream()
                .map(DocTree::toString)
                .collect(Collectors.joining())
                .replaceAll("\\{@(?:code|link) ([^}]*)}", "`$1`")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
