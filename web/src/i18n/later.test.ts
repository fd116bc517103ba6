import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { BUSINESS, LATER, SELDOM } from './later'

const src = join(import.meta.dirname, '..')
const isIn = (folders: string[], file: string) => folders.some((folder) => file.startsWith(`${folder}/`))

/** The path as an import names it. */
const plain = (file: string) => file.replace(/\.tsx?$/, '')

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
      /^\s*loader: .*\blaterWords\b|\{ loader: laterWords|: \[laterWords, \(\) => import|^\s*await laterWords\(\)$|= lazy(?:Later|Part)\((?!.*, seldomWords\)$)/m,
  },
  seldom: {
    folders: SELDOM,
    fetched:
      /^\s*loader: .*\bseldomWords\b|\{ loader: seldomWords|: \[(?:seldom|business)Words, \(\) => import|^\s*await seldomWords\(\)$|= lazy(?:Later|Part)\(.*, seldomWords\)$|= lazyInBrowser\(/m,
  },
  business: { folders: BUSINESS, fetched: /: \[businessWords, \(\) => import|^\s*await businessWords\(\)$/m },
}

it.each([
  'later',
  'seldom',
  'business',
] as const)('is fetched by everything that shows a folder with %s words', (name) => {
  const { folders, fetched } = GROUPS[name]
  const files = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.*', '**/*.gen.ts'] })
  const all = files.map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }))
  const texts = all.filter(({ file }) => !isIn(folders, file))
  const imports = new Map(all.map(({ file, text }) => [plain(file), importsOf(file, text)]))
  const spoken = new Set(all.filter(({ text }) => text.includes("from '@lingui/")).map(({ file }) => plain(file)))
  /** Whether a file of the folders, or one that it imports, has texts. */
  const hasWords = (file: string, seen = new Set<string>()): boolean => {
    if (spoken.has(file)) return true
    seen.add(file)
    return (imports.get(file) ?? []).some((next) => isIn(folders, next) && !seen.has(next) && hasWords(next, seen))
  }
  const users = texts.filter(({ file, text }) =>
    importsOf(file, text).some((other) => isIn(folders, other) && hasWords(other)),
  )
  expect(users.length).toBeGreaterThan(0)
  // A file that renders part of a page may load the part together with its texts.
  const isFetchedWithWords = (part: string) =>
    texts.some(({ file, text }) =>
      text.split('\n').some((line) => fetched.test(line) && importsOf(file, line).includes(plain(part))),
    )
  /** A part that is shown only by files with the texts has them too. */
  const isCovered = (file: string, text: string, seen: readonly string[] = []): boolean => {
    if (fetched.test(text) || isFetchedWithWords(file)) return true
    const shownBy = texts.filter((other) => importsOf(other.file, other.text).includes(plain(file)))
    return (
      shownBy.length > 0 &&
      shownBy.every((other) => !seen.includes(other.file) && isCovered(other.file, other.text, [...seen, file]))
    )
  }
  const without = users.filter(({ file, text }) => !isCovered(file, text))
  expect(without.map(({ file }) => file)).toEqual([])
})
