import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import { fixtures } from './dev/fixtures.mjs';

/**
 * `npm run dev` answers the API itself, from generated data; with VARVE_URL it asks a running server instead.
 */
const server = process.env.VARVE_URL;

function generatedData(): Plugin {
  return {
    name: 'varve-generated-data',
    configureServer(vite) {
      const answer = fixtures({ devices: 200 });
      vite.middlewares.use((request, response, next) => void answer(request, response).then(done => done || next()));
    },
  };
}

/** The theme must be known before anything is painted, and a strict policy forbids an inline script for it. */
function paintAfterScript(): Plugin {
  return {
    name: 'varve-paint-after-script',
    transformIndexHtml: {
      order: 'post',
      handler: html => html.replace('<script type="module"', '<script type="module" blocking="render"'),
    },
  };
}

/** Minifiers drop the notice that uPlot's licence wants kept, so it is put back, word for word. */
function keepNotices(): Plugin {
  const source = readFileSync(new URL('node_modules/uplot/dist/uPlot.esm.js', import.meta.url), 'utf8');
  const notice = source.slice(0, source.indexOf('*/') + 2).replace('/**', '/*!');
  return {
    name: 'varve-keep-notices',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.moduleIds.some(id => id.includes('uplot')))
          file.code = notice + '\n' + file.code;
      }
    },
  };
}

export default defineConfig({
  plugins: [paintAfterScript(), keepNotices(), ...(server ? [] : [generatedData()])],
  server: { host: '127.0.0.1', port: 5173, ...(server ? { proxy: { '/api': server, '/js': server } } : {}) },
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // Small pictures as data: addresses would break a policy that allows files of this server only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'licenses.md' },
  },
});
