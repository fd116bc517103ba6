/** Registers the service worker (worker.ts). Without one, the app works online only. */

const ADDRESS = '/sw.js'

type Policy = { createScriptURL: (text: string) => string }
type Trusted = { createPolicy: (name: string, rules: Policy) => Policy }

/** The files that this page has loaded. */
const prerendered = () =>
  performance
    .getEntriesByType('resource')
    .flatMap(({ name }) => (name.startsWith(`${location.origin}/`) ? [new URL(name).pathname] : []))

async function register(page: readonly string[]): Promise<void> {
  // Browsers with Trusted Types register only a URL that a policy returns. This policy returns a single URL.
  const trusted = (globalThis as { trustedTypes?: Trusted }).trustedTypes
  const policy = trusted?.createPolicy('offline', { createScriptURL: () => ADDRESS })
  await navigator.serviceWorker.register(policy?.createScriptURL('') ?? ADDRESS)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ prerendered: [...page, ...prerendered()] })
}

/**
 * Registers when the browser is idle; not if the user has enabled data saving. `page` is the page to keep beside the
 * app's.
 */
export function workOffline(...page: string[]): void {
  const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
  // A page inside another application's frame cannot be opened offline.
  if (!import.meta.env.PROD || saves || window !== window.top || !('serviceWorker' in navigator)) return
  const start = () => void register(page).catch(() => undefined)
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 10_000 })
  else setTimeout(start, 3_000)
}
