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
 * Remembers a choice made on the sign-in page: whoever makes it means it, so it outlives what the server remembers. Who is
 * here already has it kept at once; a reading that is under way must not undo it.
 */
export function chosenAtEntry(look: Look): void {
  const session = sessionStore.current()
  const isHere = session.status === 'in' && !session.consent
  if (isHere) void auth.saveSettings(look).catch(() => undefined)
  if (!isHere || reading) chosen = { ...chosen, ...look }
}

/** What this machine must change to look as the person wants: a choice of this minute first, else what the server keeps. */
export function lookWanted(kept: Settings, atEntry: Look): Required<Look> {
  return { language: atEntry.language ?? kept.language, theme: atEntry.theme ?? kept.theme }
}

/** After signing in: language and theme follow the person to this machine. Nothing waits for it, and failing changes nothing. */
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
