/**
 * Prerenders the first pages into `dist/prerendered.json`, which the server sends before the app has loaded: `node
 * tools/first-paint/prerender.ts`, part of the build. The tenant's name, logo and optional parts are placeholders.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { LANDING } from './preloads.ts'
import { assembled, type Piece, piecesOf } from './pieces.ts'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist')
const LANGUAGES = ['en', 'uk', 'ru', 'pl']
/** The pages to prerender: landing, sign-in, and home with and without the hint that nothing is running. */
const PAGES = [LANDING.join('/'), 'authentication', 'cabinet', 'cabinet idle']
/** Pages whose path is not their name. */
const PATHS: Record<string, string> = { [LANDING.join('/')]: '' }

/** Placeholders for the server: private-use characters, which no text contains. */
const NAME = '\uE000'
const BRAND = '\uE001'
const LETTER = '\uE002'
const OUTLINE = '\uE003'
const OPACITY = '\uE004'
const SHAPES = '\uE005'

type Brand = { color?: string; mark?: { d: string; opacity: string }[] }
type Tenant = { name: string; languages: string[]; features: string[]; sign_in: string[]; brand: Brand }

const SHAPED: Brand = { mark: [{ d: OUTLINE, opacity: OPACITY }] }
const WHOLE: Tenant = {
  name: NAME,
  languages: LANGUAGES,
  features: ['exchange', 'balances'],
  sign_in: ['email', 'google', 'apple'],
  brand: SHAPED,
}

const not = (list: string[], ...words: string[]) => list.filter((word) => !words.includes(word))
/** The optional parts of a tenant, by the server's names. */
const LACKS: Record<string, (tenant: Tenant) => Tenant> = {
  ...Object.fromEntries(
    LANGUAGES.map((language) => [language, (tenant) => ({ ...tenant, languages: not(tenant.languages, language) })]),
  ),
  exchange: (tenant) => ({ ...tenant, features: not(tenant.features, 'exchange') }),
  balances: (tenant) => ({ ...tenant, features: not(tenant.features, 'balances') }),
  google: (tenant) => ({ ...tenant, sign_in: not(tenant.sign_in, 'google') }),
  apple: (tenant) => ({ ...tenant, sign_in: not(tenant.sign_in, 'apple') }),
  providers: (tenant) => ({ ...tenant, sign_in: not(tenant.sign_in, 'google', 'apple') }),
}

type Program = { renderPage: (path: string, locale: string, isIdle: boolean) => Promise<string>; brand: () => string }

let programs = 0

/** Loads the app for one tenant, which it reads at load time. */
async function programOf(tenant: Tenant): Promise<Program> {
  Object.assign(globalThis, { agioConfig: { tenant, sandbox: false, version: '' } })
  programs += 1
  return import(`${pathToFileURL(join(dist, '.prerender/prerender.js')).href}?${programs}`)
}

async function page(tenant: Tenant, name: string, language: string): Promise<string> {
  const { renderPage, brand } = await programOf(tenant)
  const [path = '', state] = name.split(' ')
  const html = bare(await renderPage(`/${PATHS[path] ?? path}`, language, state === 'idle'))
  // The content security policy refuses these, which would log an error on every page load.
  const refused = /<script|<style|<link|<template|\s(style|on\w+)="/.exec(html)
  if (refused) throw new Error(`${name}: the prerendered page has ${html.slice(refused.index, refused.index + 300)}`)
  return html.replaceAll(bare(brand()), BRAND)
}

const bare = (html: string) => html.replace(/<!--.*?-->/g, '')

/** Fails unless the assembled pieces equal the page rendered for tenants without certain parts. */
async function prove(pieces: Piece[], name: string, language: string): Promise<void> {
  const lacking = [
    ['apple', 'exchange'],
    ['google', 'apple', 'providers', 'balances', 'exchange'],
    ['ru', 'pl', 'balances'],
  ]
  for (const lacks of lacking.map((names) => not(names, language))) {
    const tenant = lacks.reduce((tenant, name) => LACKS[name]?.(tenant) ?? tenant, WHOLE)
    for (const brand of [SHAPED, {}, { color: '#000000' }]) {
      const own = await page({ ...tenant, brand }, name, language)
      if (own !== assembled(pieces, lacks))
        throw new Error(`${name} in ${language} is rendered differently without ${lacks}`)
    }
  }
}

async function prerenderedPage(name: string, language: string): Promise<Piece[]> {
  const without: Record<string, string> = {}
  for (const [lacking, lack] of Object.entries(LACKS))
    if (lacking !== language) without[lacking] = await page(lack(WHOLE), name, language)
  const pieces = piecesOf(await page(WHOLE, name, language), without)
  await prove(pieces, name, language)
  return pieces
}

/** The markup of the logo and name, for the three kinds of logo. */
async function brands(): Promise<Record<string, string>> {
  const of = async (tenant: Partial<Tenant>) => bare((await programOf({ ...WHOLE, ...tenant })).brand())
  const lettered = await of({ name: LETTER + NAME, brand: { color: '#000000' } })
  const shaped = await of({})
  const shape = /<path.*?<\/path>/.exec(shaped)?.[0] ?? ''
  return {
    own: await of({ brand: {} }),
    letter: lettered.replace(LETTER + NAME, NAME),
    shapes: shaped.replace(shape, SHAPES),
    shape,
  }
}

await build({ root, configFile: join(root, 'vite.prerender.config.ts') })
const pages: Record<string, Record<string, Piece[]>> = {}
for (const name of PAGES) {
  const languages: Record<string, Piece[]> = {}
  for (const language of LANGUAGES) languages[language] = await prerenderedPage(name, language)
  pages[name] = languages
}
writeFileSync(join(dist, 'prerendered.json'), JSON.stringify({ brands: await brands(), pages }))
rmSync(join(dist, '.prerender'), { recursive: true })
// Pending promises of the app must not keep the process alive.
process.exit(0)
