import { i18n, type Messages } from '@lingui/core'
import type { Locale } from '../i18n/locale'

type Catalogues = Record<Locale, () => Promise<{ messages: Messages }>>

/** Texts of components that the customer app shares. */
const SHARED: Catalogues = {
  en: () => import('../locales/en.po'),
  uk: () => import('../locales/uk.po'),
  ru: () => import('../locales/ru.po'),
  pl: () => import('../locales/pl.po'),
}

/** Texts of the console only. */
const OWN: Catalogues = {
  en: () => import('../locales/console/en.po'),
  uk: () => import('../locales/console/uk.po'),
  ru: () => import('../locales/console/ru.po'),
  pl: () => import('../locales/console/pl.po'),
}

/** Activates a language. Where the console translates a text of its own, such as a noun instead of a verb, that counts. */
export async function speak(locale: Locale): Promise<void> {
  const [shared, own] = await Promise.all([SHARED[locale](), OWN[locale]()])
  i18n.loadAndActivate({ locale, messages: { ...shared.messages, ...own.messages } })
  document.documentElement.lang = locale
}
