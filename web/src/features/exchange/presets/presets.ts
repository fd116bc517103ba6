import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../api/client'
import type { Endpoint, RequisiteInput, Transaction } from '../../../api/exchangeTypes'
import type { components } from '../../../api/schema.gen'
import type { Catalogue } from '../../../domain/catalogue'
import { EMPTY_DRAFT, type ExchangeDraft } from '../draft'
import { kindOf } from '../kindOf'
import { payoutKindOf } from '../pickers/options'

export type Preset = components['schemas']['Preset']
export type PresetTerms = Omit<components['schemas']['MakePreset'], 'name'>

const PATH = '/api/client/v1/presets'

/** The presets in use, or the archived ones, newest first. */
export const presetsQuery = (archived: boolean) =>
  queryOptions({
    queryKey: ['presets', archived],
    queryFn: async ({ signal }) => (await client.GET(PATH, { params: { query: { archived } }, signal })).data.data,
  })

/** A preset and the orders that were made from it. */
export const presetQuery = (id: string) =>
  queryOptions({
    queryKey: ['presets', 'one', id],
    queryFn: async ({ signal }) => (await client.GET(`${PATH}/{id}`, { params: { path: { id } }, signal })).data,
  })

export async function makePreset(name: string, terms: PresetTerms): Promise<Preset> {
  const { data } = await client.POST(PATH, { body: { name, ...terms } })
  return data
}

export const changePreset = (id: string, change: components['schemas']['ChangePreset']) =>
  client.PUT(`${PATH}/{id}`, { params: { path: { id } }, body: change })

/** The terms of an order, with its given amount; `undefined` if it cannot become a preset, such as a transfer. */
export function termsOf(transaction: Transaction): PresetTerms | undefined {
  const { from, to, requisite } = transaction
  if (requisite?.kind === 'customer') return undefined
  const { kind, value, memo, full_name: fullName } = requisite ?? {}
  const kept =
    value && (kind === 'address' || kind === 'iban')
      ? { requisite: { kind, value, ...(memo ? { memo } : {}), ...(fullName ? { full_name: fullName } : {}) } }
      : {}
  return {
    from_currency: from.currency,
    from_payway: from.payway,
    to_currency: to.currency,
    to_payway: to.payway,
    ...(transaction.unified ? { fixed_side: 'TO', amount: to.amount } : { fixed_side: 'FROM', amount: from.amount }),
    ...kept,
  }
}

/** The draft of an order from a preset, ready to be confirmed unless its destination must be named. */
export function draftFrom(preset: Preset, catalogue: Catalogue): ExchangeDraft {
  const from: Endpoint = { currency: preset.from_currency, payway: preset.from_payway }
  const to: Endpoint = { currency: preset.to_currency, payway: preset.to_payway }
  return {
    ...EMPTY_DRAFT,
    side: kindOf(from, to, catalogue),
    from,
    to,
    fixed: preset.fixed_side === 'FROM' ? 'from' : 'to',
    amount: preset.amount,
    payoutKind: payoutKindOf(to, catalogue.payways),
    agreed: true,
    preset: preset.id,
    ...destination(preset),
  }
}

function destination({ requisite }: Preset): Pick<ExchangeDraft, 'requisite' | 'requisiteLabel'> {
  if (!requisite) return {}
  const { kind, value, memo, full_name: name } = requisite
  const kept: RequisiteInput =
    kind === 'iban' ? { kind, value, full_name: name ?? '' } : { kind, value, ...(memo ? { memo } : {}) }
  return { requisite: kept, requisiteLabel: value }
}
