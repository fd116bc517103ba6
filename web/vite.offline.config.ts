import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { filesOfBuild } from './tools/offline.ts'

/**
 * The service worker: built after the customer app, whose files it lists, and before the console, whose build
 * compresses all files.
 */
export default defineConfig(({ command }) => {
  const read = () => readFileSync(join(import.meta.dirname, 'dist/.vite/manifest.json'), 'utf8')
  const files = command === 'build' ? filesOfBuild(JSON.parse(read())) : []
  const name = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12)
  return {
    publicDir: false,
    define: { AGIO_BUILD: JSON.stringify({ name, files }) },
    build: {
      target: 'es2023',
      emptyOutDir: false,
      lib: { entry: 'src/offline/worker.ts', formats: ['iife'], name: 'offline', fileName: () => 'sw.js' },
    },
  }
})
