/** The specification's languages. English is the default. */
export const LOCALES = ['en', 'uk', 'ru', 'pl'] as const
export type Locale = (typeof LOCALES)[number]

/** Each language by its own name, so that its speakers can find it. */
export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', uk: 'Українська', ru: 'Русский', pl: 'Polski' }

function asLocale(tag: string | null | undefined): Locale | undefined {
  const short = tag?.toLowerCase().split('-')[0]
  return LOCALES.find((locale) => locale === short)
}

/**
 * The stored choice, else the browser's first language that the app and the tenant support, else the tenant's first.
 */
export function pickLocale(stored: string | null, browser: readonly string[], offered: readonly string[]): Locale {
  const spoken = (locale: Locale | undefined) => (locale && offered.includes(locale) ? locale : undefined)
  const wanted = [stored, ...browser].map((tag) => spoken(asLocale(tag)))
  return wanted.find((locale) => locale !== undefined) ?? asLocale(offered[0]) ?? 'en'
}

export const LOCALE_KEY = 'agio.locale'

/** The language stored in this browser. */
export function storedLocale(): string | null {
  try {
    return localStorage.getItem(LOCALE_KEY)
  } catch {
    return null
  }
}
