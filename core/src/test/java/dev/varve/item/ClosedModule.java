package dev.varve.item;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A record in a named module that opens nothing. */
final class ClosedModule {

    private static final String NAME = "com.example.closed";

    private ClosedModule() {}

    static Class<? extends Record> record(Path directory) {
        try {
            compile(directory);
            ModuleLayer boot = ModuleLayer.boot();
            Configuration configuration =
                    boot.configuration().resolve(ModuleFinder.of(directory), ModuleFinder.of(), Set.of(NAME));
            ClassLoader loader = boot.defineModulesWithOneLoader(configuration, ClosedModule.class.getClassLoader())
                    .findLoader(NAME);
            return loader.loadClass(NAME + ".Reading").asSubclass(Record.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void compile(Path directory) {
        List<JavaFileObject> sources = List.of(
                source("module-info", "module com.example.closed {}"),
                source("com/example/closed/Reading", "package com.example.closed; record Reading(int level) {}"));
        List<String> options = List.of("-d", directory.toString(), "-proc:none");
        if (!ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, options, null, sources)
                .call()) {
            throw new IllegalStateException("the module does not compile");
        }
    }

    private static JavaFileObject source(String name, String text) {
        return new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }
}
