/**
 * Checks the size budgets of the built app (gzip level 9) with Vite's manifest. A page's size is the static import
 * closure of its chunk. Exits with 1 above a hard limit, prints a note above a goal.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

const dist = join(import.meta.dirname, '..', 'dist')
const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
const size = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000

function closure(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return seen
  seen.add(key)
  for (const next of chunk.imports ?? []) closure(next, seen)
  return seen
}

const files = (keys: Iterable<string>) => new Set([...keys].flatMap((key) => manifest[key]?.file ?? []))
const styles = (keys: Iterable<string>) => new Set([...keys].flatMap((key) => manifest[key]?.css ?? []))
const total = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + size(name), 0)

const entryKey = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
if (!entryKey) throw new Error('no entry in the manifest: run `npm run build` first')
const entry = closure(entryKey)
const entrySize = total(files(entry))
const extra = (key: string) => total(files([...closure(key)].filter((each) => !entry.has(each))))

let failed = false
function report(name: string, kilobytes: number, goal: number, stop: number) {
  const verdict = kilobytes > stop ? 'OVER' : kilobytes > goal ? 'over the goal' : 'ok'
  failed ||= kilobytes > stop
  console.log(`${name.padEnd(44)} ${kilobytes.toFixed(1).padStart(7)} kB gz   goal ${goal}, stop ${stop}   ${verdict}`)
}

const routes = Object.keys(manifest).filter((key) => /^src\/routes\/.*tsr-split=component/.test(key))
const largest = (catalogues: RegExp) =>
  Math.max(
    0,
    ...Object.keys(manifest)
      .filter((key) => catalogues.test(key))
      .map(extra),
  )
// The first page waits only for the main catalogue; src/i18n/later.ts lists the folders with separate catalogues.
const locale = largest(/^src\/locales\/[^/]+\.po/)
const home = routes.find((key) => /cabinet/.test(key))

report('entry', entrySize, 118, 122)
report('entry + home + largest catalogue', entrySize + locale + (home ? extra(home) : 0), 145, 150)
// The actual size of the first page: landing, home with its frame, or the sign-in page.
const page = (...names: RegExp[]) => {
  const parts = names.flatMap((name) => routes.find((key) => name.test(key)) ?? [])
  const keys = new Set([...entry, ...parts.flatMap((key) => [...closure(key)])])
  return { parts: files(keys).size + 1, size: total(files(keys)) + locale }
}
for (const [name, needs] of [
  ['landing', page(/routes\/index\.tsx/)],
  ['home', page(/_app\.tsx/, /_app\.cabinet/)],
  ['sign-in', page(/routes\/authentication\.tsx/, /routes\/authentication\.index/)],
] as const)
  report(`all of ${name}, in ${needs.parts} files`, needs.size, 145, 150)
// Runs before the first paint.
report('first.js', size('first.js'), 2.5, 3)
report('largest catalogue of later pages', largest(/^src\/locales\/(later|seldom|business)\/[^/]+\.po/), 15, 24)
for (const key of routes) report(key.replace(/^src\/routes\/|\?.*$/g, ''), extra(key), 25, 50)
report('styles', total(styles(Object.keys(manifest))), 12, 20)

// The console is a separate build. Also checks that the customer app contains none of its code, and that neither has the gallery.
const own: Manifest = JSON.parse(readFileSync(join(dist, '.vite/console.json'), 'utf8'))
const staticFiles = (key: string, seen = new Set<string>()): Set<string> => {
  const chunk = own[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const next of chunk.imports ?? []) staticFiles(next, seen)
  return seen
}
const consoleKey = Object.keys(own).find((key) => own[key]?.isEntry)
if (!consoleKey) throw new Error('the console was not built: run `npm run build` first')
report('console', total(staticFiles(consoleKey)), 150, 170)
// The gallery is for the development server only, so no build may contain it.
const leaked = [
  ...Object.keys(manifest).filter((key) => /^(src\/console|gallery)\b/.test(key)),
  ...Object.keys(own).filter((key) => /^gallery\b/.test(key)),
]
if (leaked.length > 0) console.log(`does not belong in the build: ${leaked.join(', ')}`)
failed ||= leaked.length > 0
if (failed) process.exit(1)
