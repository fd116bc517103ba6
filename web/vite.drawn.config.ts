import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { alias } from './vite.config.ts'

/**
 * The program as Node runs it, to draw the first pages with (tools/drawn.ts): one file, so that every import of it under another
 * address is another program, with another tenant.
 */
export default defineConfig({
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react({ compiler: true }),
    lingui({ failOnCompileError: true }),
  ],
  resolve: { alias },
  // Its icons are made by ours (src/ui/icon.ts), which an import from the package would not know.
  ssr: { noExternal: ['lucide-react'] },
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2023',
    ssr: 'src/drawn/draw.tsx',
    outDir: 'dist/.draw',
    minify: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
})
