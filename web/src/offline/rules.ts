/** How the service worker handles a request. `undefined` means that it does not intercept the request. */
export type Way = 'page' | 'console' | 'file'

export type Asked = { method: string; mode: string; origin: string; path: string }

/** Paths of the server outside the app. API responses are never cached. */
const OTHERS = /^\/(api|bot|brand\/[^/]*\/|health|livez|metrics|oauth|readyz|sandbox)(\/|$)/

/** The operators' pages, which are a separate app with one page. */
const CONSOLE = /^\/console(\/|$)/

/** Files with a content hash in their name, currency logos, and the few fixed files of the first page. */
const FILE = /^\/(assets\/|coins\/|(first|theme-init)\.js$|brand\/icon\.svg$)/

export function wayOf({ method, mode, origin, path }: Asked, own: string): Way | undefined {
  if (method !== 'GET' || origin !== own || OTHERS.test(path)) return undefined
  if (mode === 'navigate') return /\.[^/]*$/.test(path) ? undefined : CONSOLE.test(path) ? 'console' : 'page'
  return FILE.test(path) ? 'file' : undefined
}

/** Whether the content of a file never changes, so that it need not be revalidated. */
export const isFixed = (path: string): boolean => path.startsWith('/assets/')

export const CACHE = 'agio-'

/**
 * The caches to delete once `own` is active. The previous one stays, because pages of the previous build still load its
 * files, which the server no longer has. `names` are in order of creation.
 */
export function outdated(names: readonly string[], own: string): string[] {
  const ours = names.filter((name) => name.startsWith(CACHE) && name !== own)
  return ours.slice(0, -1)
}
