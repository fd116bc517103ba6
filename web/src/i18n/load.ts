import { i18n, type Messages } from '@lingui/core'
import { type Locale, pickLocale } from './locale'

const KEY = 'agio.locale'

const CATALOGUES: Record<Locale, () => Promise<{ messages: Messages }>> = {
  en: () => import('../locales/en.po'),
  uk: () => import('../locales/uk.po'),
  ru: () => import('../locales/ru.po'),
  pl: () => import('../locales/pl.po'),
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Fetches a catalogue and makes it the page's language. */
export async function activate(locale: Locale): Promise<void> {
  const { messages } = await CATALOGUES[locale]()
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
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
