import { defineConfig } from 'vite'

/**
 * What runs before the page is seen: a script of its own, not a module, since modules wait for the whole page. It is built before
 * the console, whose build compresses all that is there.
 */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'es2023',
    emptyOutDir: false,
    lib: { entry: 'src/first/first.ts', formats: ['iife'], name: 'first', fileName: () => 'first.js' },
  },
})
