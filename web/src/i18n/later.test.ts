import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LATER } from './later'

const src = join(import.meta.dirname, '..')

it('is fetched by every page that shows a feature with words of its own', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.*', '**/*.gen.ts'] })
  const users = files
    .filter((file) => !LATER.some((feature) => file.startsWith(`features/${feature}/`)))
    .filter((file) => LATER.some((feature) => readFileSync(join(src, file), 'utf8').includes(`features/${feature}/`)))
  const without = users.filter(
    (file) =>
      !/^\s*loader: laterWords|\{ loader: laterWords|^\s*await laterWords\(\)$|= lazyLater\(/m.test(
        readFileSync(join(src, file), 'utf8'),
      ),
  )
  expect(users.length).toBeGreaterThan(5)
  expect(without).toEqual([])
})
