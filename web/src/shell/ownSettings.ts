import type { QueryClient } from '@tanstack/react-query'
import { auth, type Settings } from '../api/auth'
import { sessionStore } from '../api/session'
import { settingsQuery } from '../api/settings'
import { config } from '../host/config'
import { chooseLocale } from '../i18n/load'
import { LOCALES } from '../i18n/locale'
import { chooseScheme, storedScheme } from '../theme/scheme'
import { i18n } from '@lingui/core'

type Look = Partial<Pick<Settings, 'language' | 'theme'>>

let chosen: Look = {}
let reading = false

/**
 * Stores a choice made on the sign-in page, which takes precedence over the server's settings. A signed-in customer's
 * choice is also saved at once; a running read must not revert it.
 */
export function chosenAtEntry(look: Look): void {
  const session = sessionStore.current()
  const isHere = session.status === 'in' && !session.consent
  if (isHere) void auth.saveSettings(look).catch(() => undefined)
  if (!isHere || reading) chosen = { ...chosen, ...look }
}

/** The look to apply here: a choice on the sign-in page first, else the server's settings. */
export function lookWanted(kept: Settings, atEntry: Look): Required<Look> {
  return { language: atEntry.language ?? kept.language, theme: atEntry.theme ?? kept.theme }
}

/** Applies the customer's language and theme after sign-in, in the background. Failures are ignored. */
export async function readOwnSettings(queries: QueryClient): Promise<void> {
  const atEntry = chosen
  chosen = {}
  reading = true
  try {
    if (Object.keys(atEntry).length > 0) await auth.saveSettings(atEntry)
    const kept = await queries.fetchQuery(settingsQuery)
    await wear(lookWanted(kept, { ...atEntry, ...chosen }))
    chosen = {}
  } finally {
    reading = false
  }
}

async function wear({ language, theme }: Required<Look>): Promise<void> {
  if (theme !== storedScheme() && (theme === 'light' || theme === 'dark' || theme === 'system')) chooseScheme(theme)
  const locale = LOCALES.find((each) => each === language && config.tenant.languages.includes(each))
  if (locale && locale !== i18n.locale) await chooseLocale(locale)
}
