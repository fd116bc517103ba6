import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const WEB = resolve(import.meta.dirname, '..')

/** The file of an import. Style sheets and catalogues lead no further. */
const moduleOf = (path: string) => [`${path}.tsx`, `${path}.ts`].find((file) => existsSync(file))

/** All modules that a module leads to, through the modules that it imports. */
function reached(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)) {
    const next = moduleOf(resolve(dirname(file), target))
    if (next) reached(next, seen)
  }
  return seen
}

it('the gallery shows every component of ui/ and domain/', () => {
  const shown = reached(join(WEB, 'gallery/main.tsx'))
  const components = globSync('src/{ui,domain}/**/*.tsx', { cwd: WEB }).filter((name) => !name.includes('.test.'))
  expect(components.length).toBeGreaterThan(80)
  expect(components.filter((name) => !shown.has(join(WEB, name)))).toEqual([])
})
