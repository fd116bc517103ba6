import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SRC = resolve(import.meta.dirname, '../src')
const FEATURES = readdirSync(join(SRC, 'features'))

const files = globSync('features/**/*.{ts,tsx}', { cwd: SRC }).map((name) => join(SRC, name))

/** The folder below `src` that a file belongs to: a feature, or a layer such as `shell`. */
function placeOf(file: string): { layer: string | undefined; feature: string | undefined } {
  const [layer, feature] = relative(SRC, file).split('/')
  return { layer, feature: layer === 'features' ? feature : undefined }
}

/** The imports of all features, as "from imports target", that a rule refuses. */
const refused = (rule: (file: string, target: string) => boolean) =>
  files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)]
      .map(([, target = '']) => resolve(dirname(file), target))
      .filter((target) => rule(file, target))
      .map((target) => `${relative(SRC, file)} imports ${relative(SRC, target)}`),
  )

it('every folder of features/ is read', () => {
  expect([...new Set(files.map((file) => placeOf(file).feature))].toSorted()).toEqual(FEATURES.toSorted())
})

it('no feature imports another feature: two meet in a route through a slot, or share a module of domain/', () => {
  const isOther = (file: string, target: string) =>
    placeOf(target).layer === 'features' && placeOf(target).feature !== placeOf(file).feature
  expect(refused(isOther)).toEqual([])
})

it('no feature imports the shell or a route; its tests may', () => {
  const isAbove = (file: string, target: string) =>
    !file.includes('.test.') && ['shell', 'routes'].includes(placeOf(target).layer ?? '')
  expect(refused(isAbove)).toEqual([])
})
