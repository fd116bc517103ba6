import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { LATER, SELDOM } from './later'

const src = join(import.meta.dirname, '..')
const isIn = (folders: string[], file: string) => folders.some((folder) => file.startsWith(`${folder}/`))

/**
 * The files that a file imports, statically or dynamically. Type imports are ignored, because they do not exist at run
 * time.
 */
function importsOf(file: string, text: string): string[] {
  const named = text.matchAll(/^(?:import|export) (?!type )[^;]*? from '(\.[^']+)'$|import\('(\.[^']+)'\)/gm)
  return [...named].map(([, still, lazy]) => join(dirname(file), still ?? lazy ?? ''))
}

const GROUPS = {
  later: {
    folders: LATER,
    fetched:
      /^\s*loader: laterWords|\{ loader: laterWords|: \[laterWords, \(\) => import|^\s*await laterWords\(\)$|= lazyLater\((?!.*, seldomWords\)$)/m,
  },
  seldom: {
    folders: SELDOM,
    fetched:
      /^\s*loader: seldomWords|\{ loader: seldomWords|: \[seldomWords, \(\) => import|^\s*await seldomWords\(\)$|= lazyLater\(.*, seldomWords\)$/m,
  },
}

it.each(['later', 'seldom'] as const)('is fetched by everything that shows a folder with %s words', (name) => {
  const { folders, fetched } = GROUPS[name]
  const files = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.*', '**/*.gen.ts'] })
  const texts = files
    .filter((file) => !isIn(folders, file))
    .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }))
  const users = texts.filter(({ file, text }) => importsOf(file, text).some((other) => isIn(folders, other)))
  expect(users.length).toBeGreaterThan(5)
  // A file that renders part of a page may load the part together with its texts.
  const isFetchedWithWords = (part: string) =>
    texts.some(({ file, text }) =>
      text
        .split('\n')
        .some((line) => fetched.test(line) && importsOf(file, line).includes(part.replace(/\.tsx?$/, ''))),
    )
  const without = users.filter(({ file, text }) => !fetched.test(text) && !isFetchedWithWords(file))
  expect(without.map(({ file }) => file)).toEqual([])
})
