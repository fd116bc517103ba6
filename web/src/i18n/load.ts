import { i18n, type Messages } from '@lingui/core'
import { type Locale, pickLocale } from './locale'

const KEY = 'agio.locale'

type Catalogues = Record<Locale, () => Promise<{ messages: Messages }>>

const CATALOGUES: Catalogues = {
  en: () => import('../locales/en.po'),
  uk: () => import('../locales/uk.po'),
  ru: () => import('../locales/ru.po'),
  pl: () => import('../locales/pl.po'),
}

/** The words of the features in `LATER`. */
const LATER_CATALOGUES: Catalogues = {
  en: () => import('../locales/later/en.po'),
  uk: () => import('../locales/later/uk.po'),
  ru: () => import('../locales/later/ru.po'),
  pl: () => import('../locales/later/pl.po'),
}

/** Whether a page has been opened that needs them: from then on every language comes with them. */
let withLater = false

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Fetches a catalogue and makes it the page's language. */
export async function activate(locale: Locale): Promise<void> {
  const [first, later] = await Promise.all([CATALOGUES[locale](), withLater ? LATER_CATALOGUES[locale]() : undefined])
  i18n.loadAndActivate({ locale, messages: { ...first.messages, ...later?.messages } })
  document.documentElement.lang = locale
}

/** Fetches the words of the features in `LATER`, once. A route's loader. */
export async function laterWords(): Promise<void> {
  if (withLater) return
  withLater = true
  try {
    await activate(i18n.locale as Locale)
  } catch (error) {
    withLater = false
    throw error
  }
}

/** A person's choice, remembered on this machine. */
export async function chooseLocale(locale: Locale): Promise<void> {
  try {
    localStorage.setItem(KEY, locale)
  } catch {
    // Storage may be closed; the choice then lasts as long as the page.
  }
  await activate(locale)
}

export function firstLocale(offered: readonly string[]): Locale {
  return pickLocale(stored(), navigator.languages, offered)
}
