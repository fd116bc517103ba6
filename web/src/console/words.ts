import { i18n, type Messages } from '@lingui/core'
import type { Locale } from '../i18n/locale'

type Catalogues = Record<Locale, () => Promise<{ messages: Messages }>>

/** What the parts say that customers see too. */
const SHARED: Catalogues = {
  en: () => import('../locales/en.po'),
  uk: () => import('../locales/uk.po'),
  ru: () => import('../locales/ru.po'),
  pl: () => import('../locales/pl.po'),
}

/** What the console alone says. */
const OWN: Catalogues = {
  en: () => import('../locales/console/en.po'),
  uk: () => import('../locales/console/uk.po'),
  ru: () => import('../locales/console/ru.po'),
  pl: () => import('../locales/console/pl.po'),
}

/** Makes a language the console's. Words that customers see too are theirs here as well. */
export async function speak(locale: Locale): Promise<void> {
  const [shared, own] = await Promise.all([SHARED[locale](), OWN[locale]()])
  i18n.loadAndActivate({ locale, messages: { ...own.messages, ...shared.messages } })
  document.documentElement.lang = locale
}
