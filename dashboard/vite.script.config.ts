import { defineConfig } from 'vite';

/** The tracking script: one classic file under the fixed name that pages embed. */
export default defineConfig({
  build: {
    outDir: 'dist/js',
    emptyOutDir: true,
    copyPublicDir: false,
    target: ['chrome87', 'firefox78', 'safari14'],
    reportCompressedSize: false,
    lib: { entry: 'script/script.ts', formats: ['iife'], name: 'varveScript', fileName: () => 'script.js' },
  },
});
