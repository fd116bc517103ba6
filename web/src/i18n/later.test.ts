import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { LATER } from './later'

const src = join(import.meta.dirname, '..')
const folderOf = (file: string) => LATER.find((folder) => file.startsWith(`${folder}/`))

/** The files that a file imports or fetches; types are nothing at run time. */
function importsOf(file: string, text: string): string[] {
  const named = text.matchAll(/^(?:import|export) (?!type )[^;]*? from '(\.[^']+)'$|import\('(\.[^']+)'\)/gm)
  return [...named].map(([, still, lazy]) => join(dirname(file), still ?? lazy ?? ''))
}

it('is fetched by everything that shows a folder with words of its own', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.*', '**/*.gen.ts'] })
  const texts = files
    .filter((file) => !folderOf(file))
    .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }))
  const users = texts.filter(({ file, text }) => importsOf(file, text).some((other) => folderOf(other)))
  const without = users.filter(
    ({ text }) => !/^\s*loader: laterWords|\{ loader: laterWords|^\s*await laterWords\(\)$|= lazyLater\(/m.test(text),
  )
  expect(users.length).toBeGreaterThan(5)
  expect(without.map(({ file }) => file)).toEqual([])
})
