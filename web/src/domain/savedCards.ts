import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client'
import type { components } from '../api/schema.gen'
import { type CardInput, cardFields } from './cardInput'
import { brandName } from './cardName'

/** A card that the customer has saved. Its number is not stored. */
export type SavedCard = components['schemas']['SavedCard']

const PATH = '/api/client/v1/requisites/cards'

/** The saved cards of the active profile, newest first. */
export const savedCardsQuery = queryOptions({
  queryKey: ['saved-cards'],
  queryFn: async ({ signal }) => (await client.GET(PATH, { signal })).data.data,
})

/** Saves a card. A card that only receives payouts has no security code. */
export async function saveCard(card: CardInput): Promise<SavedCard> {
  const body = { ...cardFields(card), ...(card.cvv ? { cvv: card.cvv } : {}) }
  return (await client.POST(PATH, { body })).data
}

export const deleteCard = (id: string) => client.DELETE(`${PATH}/{id}`, { params: { path: { id } } })

/** As on the card: "Visa •••• 4242". */
export const cardTitle = ({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string =>
  `${brandName(brand)} •••• ${last4}`

/** As printed: "07/29". */
export const expiryText = ({ expiry_month: month, expiry_year: year }: SavedCard): string =>
  `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`
