/** What the service worker does with a request; nothing means that the browser asks the network as if there were no worker. */
export type Way = 'page' | 'file'

export type Asked = { method: string; mode: string; origin: string; path: string }

/** Pages and files of the server that are not the app's. An answer of the API is never kept. */
const OTHERS = /^\/(api|bot|brand\/[^/]*\/|console|health|livez|metrics|oauth|readyz|sandbox)(\/|$)/

/** Files whose content never changes under their name, and the few that the page begins with. */
const FILE = /^\/(assets\/|coins\/|(first|theme-init)\.js$|brand\/icon\.svg$)/

export function wayOf({ method, mode, origin, path }: Asked, own: string): Way | undefined {
  if (method !== 'GET' || origin !== own || OTHERS.test(path)) return undefined
  if (mode === 'navigate') return /\.[^/]*$/.test(path) ? undefined : 'page'
  return FILE.test(path) ? 'file' : undefined
}

/** Whether a file is the same for ever under its name: it need not be asked for again. */
export const isFixed = (path: string): boolean => path.startsWith('/assets/')

export const CACHE = 'agio-'

/**
 * The caches to give up once `own` is in use. The one before it stays: pages that were opened with the build before still
 * fetch parts of it, which the server does not have any more. `names` are in the order in which they were made.
 */
export function outdated(names: readonly string[], own: string): string[] {
  const ours = names.filter((name) => name.startsWith(CACHE) && name !== own)
  return ours.slice(0, -1)
}
