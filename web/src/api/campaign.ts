import { request } from './auth'
import { CAMPAIGN_KEY } from './came'
import { promo } from './promo'
import { send } from './send'

const NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term'] as const

type Campaign = Partial<Record<(typeof NAMES)[number], string>>

/** Takes campaign parameters and a promo code out of the address and keeps them until somebody has signed in. */
export function captureCampaign(): void {
  const address = new URL(location.href)
  const found: Campaign = {}
  for (const name of NAMES) {
    const value = address.searchParams.get(name)
    if (value) found[name] = value.slice(0, 200)
    address.searchParams.delete(name)
  }
  const coded = promo.capture(address)
  if (Object.keys(found).length > 0) keepCampaign(found)
  else if (!coded) return
  history.replaceState(history.state, '', address)
}

/** What brought the person here first stays. */
export function keepCampaign(found: Campaign): void {
  try {
    if (!localStorage.getItem(CAMPAIGN_KEY)) localStorage.setItem(CAMPAIGN_KEY, JSON.stringify(found))
  } catch {
    // Without storage a campaign is lost, and nothing else.
  }
}

/** Tells the server once, then forgets. The promo code went along with the sign-in. */
export async function sendCampaign(): Promise<void> {
  promo.forget()
  const kept = read()
  if (!kept) return
  await send(request('POST', '/utm-params', JSON.parse(kept)))
  localStorage.removeItem(CAMPAIGN_KEY)
}

function read(): string | null {
  try {
    return localStorage.getItem(CAMPAIGN_KEY)
  } catch {
    return null
  }
}
