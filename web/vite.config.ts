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
            // Without this every route module becomes a start-up chunk of its own (TanStack/router #7197).
            { name: 'routes', test: (id: string) => /src\/routes\/[^?]*$/.test(id), priority: 1 },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
          ],
        },
      },
    },
  },
})
