import type { TravelNeed } from '../../flow/travel'
import type { Declaration, Wallet } from './queries'

/** What a person has said so far; nothing is chosen for them. */
export type Said = {
  owner: Declaration['owner'] | ''
  holding: Declaration['holding'] | ''
  service: string
  party: 'person' | 'business'
  name: string
  country: string
  idKind: 'lei' | 'register'
  companyId: string
}

export const EMPTY: Said = {
  owner: '',
  holding: '',
  service: '',
  party: 'person',
  name: '',
  country: '',
  idKind: 'lei',
  companyId: '',
}

/** Their own, with their own keys, and at an address that nothing can prove. */
export const isOnWord = (wallet: Wallet) =>
  wallet.owner === 'own' && wallet.holding === 'self_hosted' && wallet.proof_method === undefined

const isNamed = (text: string) => text.trim().length >= 2

type Beneficiary = NonNullable<Declaration['beneficiary']>

/** Who receives the coins, where it is somebody else; nothing while an answer is missing. */
function beneficiary({ party, name, country, idKind, companyId }: Said): Beneficiary | undefined {
  if (!isNamed(name) || country === '') return undefined
  const named = { party, name: name.trim(), country }
  if (party === 'person') return named
  return isNamed(companyId) ? { ...named, company_id: { kind: idKind, value: companyId.trim() } } : undefined
}

/** The answers as they are sent; nothing while one is missing. What belongs to another answer is left out. */
export function declaration({ payway, address }: TravelNeed, said: Said): Declaration | undefined {
  const { owner, holding, service } = said
  const somebody = owner === 'other' ? beneficiary(said) : undefined
  if (owner === '' || holding === '') return undefined
  if (holding === 'service' && !isNamed(service)) return undefined
  if (owner === 'other' && !somebody) return undefined
  return {
    payway: payway as Declaration['payway'],
    address,
    owner,
    holding,
    ...(holding === 'service' ? { service: service.trim() } : {}),
    ...(somebody ? { beneficiary: somebody } : {}),
  }
}
