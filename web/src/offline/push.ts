/** The content of a web push message. The server encrypts it for this browser, so the push service cannot write it. */
export type Pushed = { id: string; title: string; text: string; link: string; language: string }

/** Reads a message. A message without a title, or with a link to another site, is nothing that the server sends. */
export function pushedOf(text: string | undefined): Pushed | undefined {
  try {
    const read = JSON.parse(text ?? '') as Partial<Record<keyof Pushed, unknown>>
    const { id, title, text: body, link, language } = read
    if (typeof title !== 'string' || title === '' || typeof link !== 'string' || !isOwn(link)) return undefined
    const word = (value: unknown) => (typeof value === 'string' ? value : '')
    return { id: word(id), title, text: word(body), link, language: word(language) }
  } catch {
    return undefined
  }
}

/**
 * The icon of messages, from the tenant's web app manifest. Only an image in pixels serves, which a branded tenant does
 * not have: its icon is a drawing.
 */
export function iconOf(manifest: unknown): string | undefined {
  const { icons } = (manifest ?? {}) as { icons?: unknown }
  if (!Array.isArray(icons)) return undefined
  const pixels = icons.find(({ type, purpose }) => type === 'image/png' && purpose === 'any')
  return typeof pixels?.src === 'string' && isOwn(pixels.src) ? pixels.src : undefined
}

/** Whether a link is a path of this site. */
const isOwn = (link: string): boolean => /^\/(?![/\\])/.test(link)
