import { defineConfig } from 'vite'

/**
 * The preboot script: a classic script, because modules wait for the whole page. Built before the console, whose build
 * compresses all files.
 */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'es2023',
    emptyOutDir: false,
    lib: { entry: 'src/first-paint/preboot.ts', formats: ['iife'], name: 'first', fileName: () => 'first.js' },
  },
})
