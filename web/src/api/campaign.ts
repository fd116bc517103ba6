import { request } from './auth'
import { CAMPAIGN_KEY } from './came'
import { promo } from './promo'
import { send } from './send'

const NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term'] as const

type Campaign = Partial<Record<(typeof NAMES)[number], string>>

/** Moves campaign parameters and a promo code from the address into storage, until the sign-in. */
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

/** Stores a campaign. An earlier campaign takes precedence. */
export function keepCampaign(found: Campaign): void {
  try {
    if (!localStorage.getItem(CAMPAIGN_KEY)) localStorage.setItem(CAMPAIGN_KEY, JSON.stringify(found))
  } catch {
    // Without storage only the campaign is lost.
  }
}

/** Reports the campaign to the server once, then deletes it. The sign-in has already sent the promo code. */
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
