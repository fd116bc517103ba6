import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { components } from '../../api/schema.gen'

type Schemas = components['schemas']

export type PartnerKey = Schemas['PartnerKey']
export type PartnerKeys = Schemas['PartnerKeys']
export type PartnerScope = Schemas['PartnerScope']
export type KeyKind = Schemas['PartnerKeyKind']
export type KeyMade = Schemas['PartnerKeyMade']
export type NewKey = Schemas['NewPartnerKey']
export type KeyUpdate = Schemas['PartnerKeyUpdate']

const PATH = '/api/client/v1/partner-keys'

/** The API keys of the active profile, newest first, and the scopes that a key may have. */
export const keysQuery = queryOptions({
  queryKey: ['partner-keys'],
  queryFn: async ({ signal }) => (await client.GET(PATH, { signal })).data,
})

export const makeKey = async (body: NewKey): Promise<KeyMade> => (await client.POST(PATH, { body })).data

export const changeKey = (id: string, body: KeyUpdate) => client.PUT(`${PATH}/{id}`, { params: { path: { id } }, body })

export const rotateKey = async (id: string, hours: number): Promise<KeyMade> =>
  (await client.POST(`${PATH}/{id}/rotate`, { params: { path: { id } }, body: { overlap_hours: hours } })).data

export const revokeKey = (id: string) => client.DELETE(`${PATH}/{id}`, { params: { path: { id } } })

/** Looks for the proofs of a widget's domains. */
export const verifyDomains = (id: string) => client.POST(`${PATH}/{id}/domains`, { params: { path: { id } } })

/** The items of a list that was typed with commas or lines. */
export const listed = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((item) => item.trim())
    .filter(Boolean)

/** A key that has not been used for this long may be forgotten. */
const UNUSED_DAYS = 60
const DAY_MS = 86_400_000

export type KeyState = 'new' | 'active' | 'unused' | 'revoked'

/** What to say about a key. A key is new until its first use, and unused when nobody has used it for long. */
export function keyState(key: Pick<PartnerKey, 'created_at' | 'used_at' | 'revoked_at'>, now: number): KeyState {
  if (key.revoked_at) return 'revoked'
  const since = Date.parse(key.used_at ?? key.created_at)
  if (now - since > UNUSED_DAYS * DAY_MS) return 'unused'
  return key.used_at ? 'active' : 'new'
}

/** The scopes that a key of this kind may have. */
export const scopesOf = (all: readonly PartnerScope[], kind: KeyKind): PartnerScope[] =>
  all.filter(({ kinds }) => kinds.includes(kind))

/** Whether one of the chosen scopes lets money leave, so that the key needs addresses and a public key. */
export const paysOut = (all: readonly PartnerScope[], chosen: readonly string[]): boolean =>
  all.some(({ code, needs_signature }) => needs_signature && chosen.includes(code))

/** A first request with a key, to paste into a terminal. */
export const firstCall = (origin: string): string =>
  [
    'curl \\',
    `  ${origin}/api/partner/v1/quotes \\`,
    '  -H "Authorization: Bearer $KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"from_amount": "500.00",`,
    '  "from_currency": "EUR",',
    '  "from_payway": "visamc",',
    '  "to_currency": "BTC",',
    `  "to_payway": "btc"}'`,
  ].join('\n')
