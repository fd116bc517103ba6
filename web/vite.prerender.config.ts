import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { alias } from './vite.config.ts'

/**
 * The app for Node, to prerender the first pages (tools/first-paint/prerender.ts). A single file, so that an import with another query
 * string loads a fresh instance for another tenant.
 */
export default defineConfig({
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react({ compiler: true }),
    lingui({ failOnCompileError: true }),
  ],
  resolve: { alias },
  // The alias to our icon factory (src/ui/icon.ts) works only if the package is bundled.
  ssr: { noExternal: ['lucide-react'] },
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2023',
    ssr: 'src/first-paint/prerender.tsx',
    outDir: 'dist/.prerender',
    minify: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
})
