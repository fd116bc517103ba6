/** Starts the service worker (worker.ts). Where there can be none, the app works as it did, with a connection. */

const ADDRESS = '/sw.js'

type Policy = { createScriptURL: (text: string) => string }
type Trusted = { createPolicy: (name: string, rules: Policy) => Policy }

/** What this page was drawn with. */
const drawn = () =>
  performance
    .getEntriesByType('resource')
    .flatMap(({ name }) => (name.startsWith(`${location.origin}/`) ? [new URL(name).pathname] : []))

async function register(): Promise<void> {
  // Browsers with Trusted Types register an address that a policy has given; this one gives one address and no other.
  const trusted = (globalThis as { trustedTypes?: Trusted }).trustedTypes
  const policy = trusted?.createPolicy('offline', { createScriptURL: () => ADDRESS })
  await navigator.serviceWorker.register(policy?.createScriptURL('') ?? ADDRESS)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ drawn: drawn() })
}

/** Once the page stands and the browser has nothing else to do; not for whoever saves data. */
export function workOffline(): void {
  const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
  // Inside another program's frame there is no page to open anew.
  if (!import.meta.env.PROD || saves || window !== window.top || !('serviceWorker' in navigator)) return
  const start = () => void register().catch(() => undefined)
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 10_000 })
  else setTimeout(start, 3_000)
}
