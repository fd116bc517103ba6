/**
 * What Telegram hands to a mini app, by its own "Web Apps" protocol: in the fragment of the address, or through its
 * script where a page has one. We load no script of another host.
 */
export type Launch = {
  /** As it came, byte for byte: the server checks it. */
  initData: string
  /** The messenger's own number of who opened the app. Believed only once the server has checked it. */
  user: string
  /** Whether the link that opened the app carries something. */
  isSent: boolean
}

/** The launch that `initData` is, if it reads as one. */
export function launchOf(initData: string): Launch | undefined {
  const fields = new URLSearchParams(initData)
  try {
    const person = JSON.parse(fields.get('user') ?? 'null') as { id?: unknown } | null
    if (typeof person?.id !== 'number' && typeof person?.id !== 'string') return undefined
    return { initData, user: String(person.id), isSent: fields.has('start_param') }
  } catch {
    return undefined
  }
}

/** The parts of a fragment that Telegram writes. */
export function fragmentOf(hash: string): { initData: string; theme: string } {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
  return { initData: parts.get('tgWebAppData') ?? '', theme: parts.get('tgWebAppThemeParams') ?? '' }
}

/** The scheme of a theme by the lightness of its ground, in the luma of Rec. 601; undefined when it names none. */
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
