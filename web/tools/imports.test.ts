import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SRC = resolve(import.meta.dirname, '../src')

/** The feature that a file belongs to. */
const featureOf = (file: string) => /^features\/([^/]+)/.exec(relative(SRC, file))?.[1]

it('no feature imports another feature: two meet in a route through a slot, or share a module of domain/', () => {
  const files = globSync('features/**/*.{ts,tsx}', { cwd: SRC }).map((name) => join(SRC, name))
  expect(new Set(files.map(featureOf)).size).toBeGreaterThan(15)
  const crossings = files.flatMap((file) => {
    const imports = [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)]
    return imports
      .map(([, target = '']) => resolve(dirname(file), target))
      .filter((target) => featureOf(target) && featureOf(target) !== featureOf(file))
      .map((target) => `${relative(SRC, file)} imports ${relative(SRC, target)}`)
  })
  expect(crossings).toEqual([])
})
