/**
 * The service worker. Caches the page and the files of one build, so that the app opens offline and shows that it is
 * offline. API responses are never cached. Built as a separate script (vite.offline.config.ts).
 */
import { iconOf, pushedOf } from './push'
import { CACHE, isFixed, outdated, wayOf } from './rules'

/** The pages without any personal data (crates/server/src/web/mod.rs). */
const SHELLS = { page: '/shell', console: '/console' } as const
/** Limits concurrent downloads, so that the customer's requests have priority. */
const AT_ONCE = 4

/** The name and files of the build, injected at build time. */
declare const AGIO_BUILD: { name: string; files: string[] }

type Extendable = Event & { waitUntil: (done: Promise<unknown>) => void }
type Fetching = Extendable & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
type Client = { url: string; focus: () => Promise<Client>; navigate: (link: string) => Promise<unknown> }
type Pushing = Extendable & { data?: { text: () => string } | null }
type Clicked = Extendable & { notification: Notification }
type Scope = {
  location: Location
  caches: CacheStorage
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (asked: { type: 'window' }) => Promise<readonly Client[]>
    openWindow: (link: string) => Promise<unknown>
  }
  registration: {
    navigationPreload?: { enable: () => Promise<void> }
    showNotification: (title: string, how: NotificationOptions) => Promise<void>
  }
  addEventListener: <Kind extends Event>(name: string, listener: (event: Kind) => void) => void
}
const worker = globalThis as unknown as Scope
const name = CACHE + AGIO_BUILD.name

const open = () => worker.caches.open(name)

async function keep(paths: readonly string[]): Promise<void> {
  const cache = await open()
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const missing = await Promise.all(
      paths.slice(at, at + AT_ONCE).map(async (path) => ((await cache.match(path)) ? [] : [path])),
    )
    await cache.addAll(missing.flat())
  }
}

async function install(): Promise<void> {
  const cache = await open()
  // Bypasses the HTTP cache, because the tenant may have changed the page.
  await cache.add(new Request(SHELLS.page, { cache: 'reload', credentials: 'omit' }))
  await keep(AGIO_BUILD.files)
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  const names = await worker.caches.keys()
  await Promise.all(outdated(names, name).map((old) => worker.caches.delete(old)))
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

/**
 * Prefers the network's response, whatever its status. The console's page is kept when it is opened, because few people
 * have a console, and its build is not the one of this worker.
 */
async function page(event: Fetching, way: keyof typeof SHELLS): Promise<Response> {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request))
    if (way === 'console' && answer.status === 200) {
      const copy = answer.clone()
      event.waitUntil(open().then((cache) => cache.put(SHELLS.console, copy)))
    }
    return answer
  } catch (error) {
    const shell = await (await open()).match(SHELLS[way], { ignoreVary: true })
    if (shell) return shell
    throw error
  }
}

async function file(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname
  // This build's cache first; open pages of the previous build still request its files.
  const own = await open()
  const kept = (await own.match(path, { ignoreVary: true })) ?? (await worker.caches.match(path, { ignoreVary: true }))
  if (kept && isFixed(path)) return kept
  try {
    const answer = await fetch(request)
    if (answer.status === 200 && answer.type === 'basic') await own.put(path, answer.clone())
    return answer
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

worker.addEventListener<Extendable>('install', (event) => event.waitUntil(install()))
worker.addEventListener<Extendable>('activate', (event) => event.waitUntil(activate()))

worker.addEventListener<Fetching>('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname: path } = new URL(url)
  const way = wayOf({ method, mode, origin, path }, worker.location.origin)
  if (way === 'page' || way === 'console') event.respondWith(page(event, way))
  if (way === 'file') event.respondWith(file(event.request))
})

/** How long a message waits for the tenant's icon. */
const ICON_MS = 3_000

/** The tenant's icon; none if it cannot be had in time, because the platform's own belongs to no branded tenant. */
async function icon(): Promise<string | undefined> {
  try {
    const answer = await fetch('/manifest.webmanifest', { signal: AbortSignal.timeout(ICON_MS) })
    return answer.ok ? iconOf(await answer.json()) : undefined
  } catch {
    return undefined
  }
}

/** Shows a web push message. The browser demands that every message is shown. */
worker.addEventListener<Pushing>('push', (event) => {
  const pushed = pushedOf(event.data?.text())
  if (!pushed) return
  const { id, title, text, link, language } = pushed
  const how = { body: text, tag: id, lang: language, data: link }
  const show = async () => {
    const src = await icon()
    await worker.registration.showNotification(title, src ? { ...how, icon: src } : how)
  }
  event.waitUntil(show())
})

/** Opens the page of a message, in a window of the app if there is one. */
worker.addEventListener<Clicked>('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(follow(String(event.notification.data)))
})

async function follow(link: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' })
  const own = windows.find(({ url }) => new URL(url).origin === worker.location.origin)
  if (own === undefined) {
    await worker.clients.openWindow(link)
    return
  }
  await (await own.focus()).navigate(link)
}

/**
 * Caches files that the page loaded before the worker was active, above all its language and fonts. The console names its
 * own page too.
 */
worker.addEventListener<MessageEvent<{ prerendered?: string[] }> & Extendable>('message', (event) => {
  const prerendered = (event.data?.prerendered ?? []).filter(
    (path) =>
      path === SHELLS.console ||
      wayOf({ method: 'GET', mode: 'no-cors', origin: worker.location.origin, path }, worker.location.origin) ===
        'file',
  )
  event.waitUntil(keep(prerendered))
})
