import { i18n, type Messages } from '@lingui/core'
import { LOCALE_KEY, type Locale, pickLocale, storedLocale } from './locale'

type Catalogues = Record<Locale, () => Promise<{ messages: Messages }>>

const CATALOGUES: Catalogues = {
  en: () => import('../locales/en.po'),
  uk: () => import('../locales/uk.po'),
  ru: () => import('../locales/ru.po'),
  pl: () => import('../locales/pl.po'),
}

/** The words of the folders in `LATER`. */
const LATER_CATALOGUES: Catalogues = {
  en: () => import('../locales/later/en.po'),
  uk: () => import('../locales/later/uk.po'),
  ru: () => import('../locales/later/ru.po'),
  pl: () => import('../locales/later/pl.po'),
}

/** Whether a page has been opened that needs them: from then on every language comes with them. */
let withLater = false
let later: Promise<void> | undefined

/** Languages are fetched one after the other, so that the one asked for last is the one shown. */
let last: Promise<unknown> = Promise.resolve()
function inTurn(task: () => Promise<void>): Promise<void> {
  const mine = last.then(task)
  last = mine.catch(() => undefined)
  return mine
}

async function show(locale: Locale): Promise<void> {
  const [first, more] = await Promise.all([CATALOGUES[locale](), withLater ? LATER_CATALOGUES[locale]() : undefined])
  i18n.loadAndActivate({ locale, messages: { ...first.messages, ...more?.messages } })
  document.documentElement.lang = locale
}

/** Fetches a catalogue and makes it the page's language. */
export const activate = (locale: Locale): Promise<void> => inTurn(() => show(locale))

/** Fetches the words of the folders in `LATER`, once; who comes meanwhile waits for the same. A route's loader. */
export function laterWords(): Promise<void> {
  later ??= inTurn(async () => {
    withLater = true
    try {
      await show(i18n.locale as Locale)
    } catch (error) {
      withLater = false
      later = undefined
      throw error
    }
  })
  return later
}

/** A person's choice, remembered on this machine. */
export async function chooseLocale(locale: Locale): Promise<void> {
  try {
    localStorage.setItem(LOCALE_KEY, locale)
    // For the server, which names the page's words before it runs.
    // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no Cookie Store
    document.cookie = `agio-locale=${locale}; Path=/; Max-Age=31536000; SameSite=Lax`
  } catch {
    // Storage may be closed; the choice then lasts as long as the page.
  }
  await activate(locale)
}

export function firstLocale(offered: readonly string[]): Locale {
  return pickLocale(storedLocale(), navigator.languages, offered)
}
