import { askSecure, keepSecure } from '../../host/messenger'
import { activate, firstLocale } from '../../i18n/load'
import { config } from '../../host/config'
import { applyScheme, storedScheme } from '../../theme/scheme'
import { follow, mirrored, restore } from '../around/mirror'

/** The settings are one value, because an app has ten of them. */
const KEY = 'settings'
const ASKED = 'restore'
/** Longer values are not stored. */
const VALUE_MAX = 4_000

/** Parses the values stored by Telegram. Anything else than an object of strings is ignored. */
export function readSettings(text: unknown): Record<string, string> {
  if (typeof text !== 'string' || text.length > VALUE_MAX) return {}
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return {}
    return Object.fromEntries(
      Object.entries(read).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
  } catch {
    return {}
  }
}

/** Telegram returned its stored values. */
export function settingsReceived(data: unknown): void {
  const { req_id, value } = (data ?? {}) as { req_id?: unknown; value?: unknown }
  if (req_id !== ASKED) return
  try {
    if (!restore(readSettings(value), localStorage)) return
    applyScheme(storedScheme())
    void activate(firstLocale(config.tenant.languages))
  } catch {
    // The web view has no storage.
  }
}

/**
 * Keeps the app's settings in Telegram's encrypted storage of the device, because a web view may lose its own. The
 * session is not part of it: each launch signs in.
 */
export function keepSettings(): void {
  askSecure(ASKED, KEY)
  let isPlanned = false
  const keep = () => {
    isPlanned = false
    const text = JSON.stringify(mirrored(localStorage))
    if (text.length <= VALUE_MAX) keepSecure('keep', KEY, text)
  }
  try {
    follow(localStorage, () => {
      // Several changes at once are stored together.
      if (!isPlanned) queueMicrotask(keep)
      isPlanned = true
    })
  } catch {
    // The web view has no storage.
  }
}
