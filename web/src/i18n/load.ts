import { i18n, type Messages } from '@lingui/core'
import { LOCALE_KEY, type Locale, pickLocale, storedLocale } from './locale'

type Catalogues = Record<Locale, () => Promise<{ messages: Messages }>>

const CATALOGUES: Catalogues = {
  en: () => import('../locales/en.po'),
  uk: () => import('../locales/uk.po'),
  ru: () => import('../locales/ru.po'),
  pl: () => import('../locales/pl.po'),
}

/** The catalogues of the folders in `LATER`. */
const LATER_CATALOGUES: Catalogues = {
  en: () => import('../locales/later/en.po'),
  uk: () => import('../locales/later/uk.po'),
  ru: () => import('../locales/later/ru.po'),
  pl: () => import('../locales/later/pl.po'),
}

/** The catalogues of the folders in `SELDOM`. */
const SELDOM_CATALOGUES: Catalogues = {
  en: () => import('../locales/seldom/en.po'),
  uk: () => import('../locales/seldom/uk.po'),
  ru: () => import('../locales/seldom/ru.po'),
  pl: () => import('../locales/seldom/pl.po'),
}

/** The catalogues needed so far; a change of language loads all of them. */
const wanted = new Set([CATALOGUES])

/** Serialises the loads, so that the last requested language wins. */
let last: Promise<unknown> = Promise.resolve()
function inTurn(task: () => Promise<void>): Promise<void> {
  const mine = last.then(task)
  last = mine.catch(() => undefined)
  return mine
}

async function show(locale: Locale): Promise<void> {
  const parts = await Promise.all([...wanted].map((part) => part[locale]()))
  i18n.loadAndActivate({ locale, messages: Object.assign({}, ...parts.map((part) => part.messages)) })
  document.documentElement.lang = locale
}

/** Loads a catalogue and activates its language. */
export const activate = (locale: Locale): Promise<void> => inTurn(() => show(locale))

/** Returns a route loader for further catalogues. It loads once; concurrent callers share the load. */
export function fetching(part: Catalogues): () => Promise<void> {
  let coming: Promise<void> | undefined
  return () => {
    coming ??= inTurn(async () => {
      wanted.add(part)
      try {
        await show(i18n.locale as Locale)
      } catch (error) {
        wanted.delete(part)
        coming = undefined
        throw error
      }
    })
    return coming
  }
}

export const laterWords = fetching(LATER_CATALOGUES)
export const seldomWords = fetching(SELDOM_CATALOGUES)

/** Stores the user's choice in this browser. */
export async function chooseLocale(locale: Locale): Promise<void> {
  try {
    localStorage.setItem(LOCALE_KEY, locale)
    // The cookie lets the server preload the right catalogue.
    // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no Cookie Store
    document.cookie = `agio-locale=${locale}; Path=/; Max-Age=31536000; SameSite=Lax`
  } catch {
    // Storage may be unavailable. The choice then lasts as long as the page.
  }
  await activate(locale)
}

export function firstLocale(offered: readonly string[]): Locale {
  return pickLocale(storedLocale(), navigator.languages, offered)
}
