import { request } from './auth'
import { send } from './send'

const NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term'] as const
const KEY = 'agio.campaign'

type Campaign = Partial<Record<(typeof NAMES)[number], string>>

/** Takes campaign parameters out of the address and keeps them until somebody has signed in. */
export function captureCampaign(): void {
  const address = new URL(location.href)
  const found: Campaign = {}
  for (const name of NAMES) {
    const value = address.searchParams.get(name)
    if (value) found[name] = value.slice(0, 200)
    address.searchParams.delete(name)
  }
  if (Object.keys(found).length === 0) return
  try {
    // What brought the person here first stays.
    if (!localStorage.getItem(KEY)) localStorage.setItem(KEY, JSON.stringify(found))
  } catch {
    // Without storage a campaign is lost, and nothing else.
  }
  history.replaceState(history.state, '', address)
}

/** Tells the server once, then forgets. */
export async function sendCampaign(): Promise<void> {
  const kept = read()
  if (!kept) return
  await send(request('POST', '/utm-params', JSON.parse(kept)))
  localStorage.removeItem(KEY)
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
