/**
 * The launch data of a Telegram mini app ("Web Apps" protocol): from the URL fragment, or from Telegram's script if the
 * page contains it. We load no third-party script.
 */
export type Launch = {
  /** The original string, which the server verifies. */
  initData: string
  /** The messenger's user id. Not trusted until the server has verified it. */
  user: string
  /** Whether the link that opened the app has a start parameter with the referrer or campaign. */
  isSent: boolean
  /** The code of another device whose order is continued here. It gives no access without an approval. */
  code?: string
}

/** Parses launch data. Returns `undefined` if it is invalid. */
export function launchOf(initData: string): Launch | undefined {
  const fields = new URLSearchParams(initData)
  try {
    const person = JSON.parse(fields.get('user') ?? 'null') as { id?: unknown } | null
    if (typeof person?.id !== 'number' && typeof person?.id !== 'string') return undefined
    const start = fields.get('start_param')
    const code = /^agh_\w{1,90}$/.test(start ?? '') ? start : null
    return { initData, user: String(person.id), isSent: start !== null && code === null, ...(code ? { code } : {}) }
  } catch {
    return undefined
  }
}

/** Telegram's parts of a URL fragment. */
export function fragmentOf(hash: string): { initData: string; theme: string } {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
  return { initData: parts.get('tgWebAppData') ?? '', theme: parts.get('tgWebAppThemeParams') ?? '' }
}

/** The colour scheme of a theme, by the luma (Rec. 601) of its background. `undefined` without a background colour. */
export function schemeOf(theme: unknown): 'light' | 'dark' | undefined {
  const ground = (theme as { bg_color?: unknown } | null | undefined)?.bg_color
  const parts =
    typeof ground === 'string'
      ? /^#(..)(..)(..)$/
          .exec(ground)
          ?.slice(1)
          .map((part) => parseInt(part, 16))
      : undefined
  const [red, green, blue] = parts ?? []
  if (red === undefined || green === undefined || blue === undefined || Number.isNaN(red + green + blue))
    return undefined
  return red * 299 + green * 587 + blue * 114 < 128_000 ? 'dark' : 'light'
}
