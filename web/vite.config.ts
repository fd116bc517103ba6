import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { coins } from './tools/coins.ts'
import { precompress } from './tools/precompress.ts'

const API = process.env.AGIO_API ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    // Macros first: the React Compiler must see the plain calls they become.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react({ compiler: true }),
    lingui({ failOnCompileError: true }),
    tailwindcss(),
    coins(),
    precompress(),
  ],
  resolve: {
    // React 19 has the hook itself: the shim for older ones is dead weight in the start-up script.
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector.js',
      },
    ],
  },
  server: {
    proxy: {
      '/api': { target: API, ws: true },
      '/sandbox/3ds': API,
      '/brand': API,
      '/oauth': API,
      '/manifest.webmanifest': API,
    },
  },
  build: {
    target: 'es2023',
    manifest: true,
    // A data: URL would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the page starts with, in one file: else every route module is a chunk of its own (TanStack/router #7197).
            { name: 'start', tags: ['$initial'], priority: 1 },
            // What most pages use: a chunk for each module would cost more in requests and compression than it saves. Not
            // notices: the sign-in page has them, and nothing of the rest.
            {
              name: 'shared',
              test: /src\/(flow|api|ui\/(?!Notice|TextField))|@tanstack\/(query-core|react-query)\//,
              minShareCount: 10,
            },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
          ],
        },
      },
    },
  },
})
