import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from '../api/client'
import { isApiError } from '../api/problem'
import { notify } from '../ui/toast'
import type { CurrencyCode, Endpoint, PaywayCode, RequisiteInput } from '../api/exchangeTypes'
import type { components } from '../api/schema.gen'
import { groupIban, shorten } from './address'
import { outside } from './balance'

/** The details that can be saved. A card is never saved here. */
export type SavableRequisite = Extract<RequisiteInput, { kind: 'address' | 'iban' }>

/** A bank account or an address that the customer has saved for later payouts. */
export type SavedRequisite = components['schemas']['SavedRequisite']

type NewRequisite = components['schemas']['SaveRequisite']

const PATH = '/api/client/v1/requisites/saved'

/** The saved details of the active profile, newest first. */
export const savedQuery = queryOptions({
  queryKey: ['saved-requisites'],
  queryFn: async ({ signal }) => (await client.GET(PATH, { signal })).data.data,
})

/** Changes the customer's own name of saved details. */
export const renameSaved = (id: string, label: string) =>
  client.PATCH(`${PATH}/{id}`, { params: { path: { id } }, body: { label } })

export const deleteSaved = (id: string) => client.DELETE(`${PATH}/{id}`, { params: { path: { id } } })

/**
 * Saves the details of a payout to `to`, unless the cached list has them. A balance has none. `otherName` says that the
 * account is not in the customer's own name.
 */
export async function saveUnlessSaved(
  queries: QueryClient,
  to: Endpoint,
  requisite: SavableRequisite,
  otherName?: string,
): Promise<void> {
  const { queryKey } = savedQuery
  const way = outside(to)
  if (!way || savedAt(queries.getQueryData(queryKey) ?? [], to, requisite)) return
  try {
    await client.POST(PATH, { body: newRequisite(way, requisite) })
  } catch (error) {
    const isOther = isApiError(error) && error.fieldCode('/full_name') === 'not_own_name'
    if (!isOther || !otherName) throw error
    return notify.warning(otherName)
  }
  await queries.invalidateQueries({ queryKey })
}

/** An empty memo is kept: it states that the address needs none. The result of the payee check is not saved. */
function newRequisite(
  { currency, payway }: { currency: CurrencyCode; payway: PaywayCode },
  requisite: SavableRequisite,
): NewRequisite {
  const { kind, value } = requisite
  if (requisite.kind === 'iban') return { currency, payway, kind, value, full_name: requisite.full_name }
  return { currency, payway, kind, value, ...(requisite.memo === undefined ? {} : { memo: requisite.memo }) }
}

/** The saved details that fit a payout. An address fits every currency of its network, a bank account only its own. */
export function fitting(saved: readonly SavedRequisite[], to: Endpoint): SavedRequisite[] {
  return saved.filter(
    ({ kind, payway, currency }) => payway === to.payway && (kind === 'address' || currency === to.currency),
  )
}

/** The fields that identify a destination. The owner's name and the label do not. */
export type Destination = Pick<SavedRequisite, 'kind' | 'value'> & { memo?: string | undefined }

/** A missing memo equals an empty one. An IBAN may be typed in groups and in lower case. */
function sameDestination(one: Destination, other: Destination): boolean {
  const text = ({ kind, value }: Destination) =>
    kind === 'iban' ? value.replace(/\s/g, '').toUpperCase() : value.trim()
  const memo = (of: Destination) => of.memo?.trim() ?? ''
  return one.kind === other.kind && text(one) === text(other) && memo(one) === memo(other)
}

/** The saved details of this destination, if there are any for the payout. */
export function savedAt(
  saved: readonly SavedRequisite[],
  to: Endpoint,
  destination: Destination,
): SavedRequisite | undefined {
  return fitting(saved, to).find((each) => sameDestination(each, destination))
}

/** The value, short enough for a row. It keeps both ends, which people compare. */
export function shortValue({ kind, value }: Pick<SavedRequisite, 'kind' | 'value'>): string {
  return kind === 'iban' ? groupIban(shorten(value, 8, 4)) : shorten(value)
}

/** The customer's own name of the details, or else their short value. */
export const savedTitle = (saved: Pick<SavedRequisite, 'kind' | 'value' | 'label'>): string =>
  saved.label || shortValue(saved)
