import type { QueryClient } from '@tanstack/react-query'
import { auth, type Settings } from '../api/auth'
import { settingsQuery } from '../api/settings'
import { config } from '../host/config'
import { chooseLocale } from '../i18n/load'
import { LOCALES } from '../i18n/locale'
import { chooseScheme, storedScheme } from '../theme/scheme'
import { i18n } from '@lingui/core'

type Look = Partial<Pick<Settings, 'language' | 'theme'>>

let chosen: Look = {}

/** Remembers a choice made on the sign-in page: whoever makes it means it, so it outlives what the server remembers. */
export function chosenAtEntry(look: Look): void {
  chosen = { ...chosen, ...look }
}

/** What this machine must change to look as the person wants: a choice of this minute first, else what the server keeps. */
export function lookWanted(kept: Settings, atEntry: Look): Required<Look> {
  return { language: atEntry.language ?? kept.language, theme: atEntry.theme ?? kept.theme }
}

/** After signing in: language and theme follow the person to this machine. Nothing waits for it, and failing changes nothing. */
export async function readOwnSettings(queries: QueryClient): Promise<void> {
  const atEntry = chosen
  chosen = {}
  if (Object.keys(atEntry).length > 0) await auth.saveSettings(atEntry)
  const { language, theme } = lookWanted(await queries.fetchQuery(settingsQuery), atEntry)
  if (theme !== storedScheme() && (theme === 'light' || theme === 'dark' || theme === 'system')) chooseScheme(theme)
  const locale = LOCALES.find((each) => each === language && config.tenant.languages.includes(each))
  if (locale && locale !== i18n.locale) await chooseLocale(locale)
}
