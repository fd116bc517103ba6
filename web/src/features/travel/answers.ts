import type { TravelNeed } from '../../flow/travel'
import type { Declaration, Wallet } from './queries'

/** What a person has said so far; nothing is chosen for them. */
export type Said = {
  owner: Declaration['owner'] | ''
  holding: Declaration['holding'] | ''
  service: string
  party: 'person' | 'business'
  name: string
}

export const EMPTY: Said = { owner: '', holding: '', service: '', party: 'person', name: '' }

/** Their own, with their own keys, and at an address that nothing can prove. */
export const isOnWord = (wallet: Wallet) =>
  wallet.owner === 'own' && wallet.holding === 'self_hosted' && wallet.proof_method === undefined

const isNamed = (text: string) => text.trim().length >= 2

/** The answers as they are sent; nothing while one is missing. What belongs to another answer is left out. */
export function declaration({ payway, address }: TravelNeed, said: Said): Declaration | undefined {
  const { owner, holding, service, party, name } = said
  if (owner === '' || holding === '') return undefined
  if (holding === 'service' && !isNamed(service)) return undefined
  if (owner === 'other' && !isNamed(name)) return undefined
  return {
    payway: payway as Declaration['payway'],
    address,
    owner,
    holding,
    ...(holding === 'service' ? { service: service.trim() } : {}),
    ...(owner === 'other' ? { beneficiary: { party, name: name.trim() } } : {}),
  }
}
