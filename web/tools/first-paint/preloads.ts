import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }
export type Manifest = Record<string, Chunk>

/** A page's path in segments (`$` matches one segment, a final `*` the rest), with the files it needs. */
export type Page = { path: string[]; files: string[] }
export type Preloads = { words: Record<string, string[]>; pages: Page[]; guarded: Page[] }

const ROUTE = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/
/** Whether a path matches a single address only. */
const isExact = ({ path }: Page) => !path.includes('$') && !path.includes('*')
const WORDS = /^src\/locales\/([a-z]+)\.po$/
const FONT = /-(latin|latin-ext|cyrillic)-wght-normal\.woff2$/
/** The font subsets of each language. All languages need Latin for names and figures. */
const LETTERS: Record<string, string[]> = {
  pl: ['latin', 'latin-ext'],
  uk: ['latin', 'cyrillic'],
  ru: ['latin', 'cyrillic'],
}
/** The frame of all pages for signed-in customers, and the prefix of their files. */
const FRAME = '_app'

function closure(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key]?.imports ?? []) closure(manifest, next, seen)
  return seen
}

/** The server takes the first page that matches, so exact paths precede patterns. */
const ranked = (pages: Page[]) => [...pages.filter(isExact), ...pages.filter((page) => !isExact(page))]

/** The landing page. The server looks up `/` as `cabinet`, so its path fits that and differs from that of home. */
export const LANDING = ['cabinet', '*']

function segments(name: string): string[] {
  if (name === 'index') return LANDING
  const parts = name.split('.').filter((part) => part !== 'index' && part !== FRAME)
  return parts.map((part, at) => (part === '$' && at === parts.length - 1 ? '*' : part.startsWith('$') ? '$' : part))
}

/**
 * The files that each page needs beside the start-up script. The server names them in the page, so that the browser
 * loads them in parallel instead of discovering them one by one.
 */
export function preloads(manifest: Manifest): Preloads {
  const keys = Object.keys(manifest)
  const started = new Set(keys.filter((key) => manifest[key]?.isEntry).flatMap((key) => [...closure(manifest, key)]))
  const filesOf = (...parts: string[]) => {
    const needed = parts.flatMap((key) => [...closure(manifest, key)]).filter((key) => !started.has(key))
    const chunks = needed.flatMap((key) => manifest[key] ?? [])
    return [...new Set(chunks.flatMap((chunk) => [...(chunk.css ?? []), chunk.file]))]
  }
  const fontsOf = (language: string) =>
    keys
      .filter((key) => (LETTERS[language] ?? ['latin']).includes(FONT.exec(key)?.[1] ?? ''))
      .flatMap((key) => manifest[key]?.file ?? [])
  const words = keys.flatMap((key): [string, string[]][] => {
    const language = WORDS.exec(key)?.[1]
    return language ? [[language, [...fontsOf(language), ...filesOf(key)]]] : []
  })
  const routes = keys.flatMap((key) => (ROUTE.exec(key)?.[1] ? [{ name: ROUTE.exec(key)?.[1] ?? '', key }] : []))
  // A route with child routes (`authentication` of `authentication.index`) is their frame.
  const frames = (name: string) => routes.filter((route) => name === route.name || name.startsWith(`${route.name}.`))
  const isFrame = (name: string) => routes.some((route) => route.name.startsWith(`${name}.`))
  // A path that begins with a parameter fits every address, so nothing is known about it ahead.
  const pages = routes.filter((route) => !isFrame(route.name) && !route.name.startsWith('$'))
  const page = ({ name }: { name: string }) => ({
    path: segments(name),
    files: filesOf(...frames(name).map((route) => route.key)),
  })
  const guarded = (route: { name: string }) => route.name.startsWith(`${FRAME}.`)
  return {
    words: Object.fromEntries(words),
    pages: ranked(pages.filter((route) => !guarded(route)).map(page)),
    guarded: ranked(pages.filter(guarded).map(page)),
  }
}

/** Writes `preloads.json` to the build folder. */
export function preloadList(): Plugin {
  let folder = ''
  return {
    name: 'agio:preloads',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir)
    },
    closeBundle: () => {
      const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
      writeFileSync(join(folder, 'preloads.json'), JSON.stringify(preloads(manifest)))
    },
  }
}
