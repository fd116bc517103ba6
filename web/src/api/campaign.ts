import { request } from './auth'
import { CAMPAIGN_KEY } from './came'
import { promo } from './promo'
import { type KeptReferral, referral } from './referral'
import { send } from './send'

const NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term'] as const

type Campaign = Partial<Record<(typeof NAMES)[number], string>>

/** Moves campaign parameters, a promo code and a friend's code from the address into storage, until the sign-in. */
export function captureCampaign(): void {
  const address = new URL(location.href)
  const found: Campaign = {}
  for (const name of NAMES) {
    const value = address.searchParams.get(name)
    if (value) found[name] = value.slice(0, 200)
    address.searchParams.delete(name)
  }
  const coded = promo.capture(address)
  const invited = referral.take(address)
  if (Object.keys(found).length > 0) keepCampaign(found)
  if (invited.code) keepReferral(invited.code)
  if (Object.keys(found).length > 0 || coded || invited.isThere) history.replaceState(history.state, '', address)
}

/** Stores a campaign. An earlier campaign takes precedence. */
export function keepCampaign(found: Campaign): void {
  const kept = read()
  if (NAMES.every((name) => kept[name] === undefined)) write({ ...kept, ...found })
}

/** Stores the code of a friend's link. The first one takes precedence while it is valid. */
function keepReferral(code: string): void {
  const kept = read()
  if (!referral.isValid(kept)) write({ ...kept, referral_code: code, referral_at: Date.now() })
}

/** Reports the campaign to the server once, then deletes it. The sign-in has already sent the promo code. */
export async function sendCampaign(): Promise<void> {
  promo.forget()
  const { referral_code, referral_at, ...campaign } = read()
  const invited = referral.isValid({ referral_code, referral_at }) ? { referral_code } : {}
  const body = { ...campaign, ...invited }
  if (Object.keys(body).length > 0) await send(request('POST', '/utm-params', body))
  try {
    localStorage.removeItem(CAMPAIGN_KEY)
  } catch {
    // Without storage there is nothing to remove.
  }
}

function read(): Campaign & KeptReferral {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(CAMPAIGN_KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

function write(kept: Campaign & KeptReferral): void {
  try {
    localStorage.setItem(CAMPAIGN_KEY, JSON.stringify(kept))
  } catch {
    // Without storage only the campaign is lost.
  }
}
