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

/** Activates a language. The texts of shared components are the customer app's. */
export async function speak(locale: Locale): Promise<void> {
  const [shared, own] = await Promise.all([SHARED[locale](), OWN[locale]()])
  i18n.loadAndActivate({ locale, messages: { ...own.messages, ...shared.messages } })
  document.documentElement.lang = locale
}
