import type { WalletNeed } from '../../flow/travel'
import type { Declaration, SenderTold, Wallet } from './queries'

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

type Somebody = NonNullable<Declaration['beneficiary']>

/** Somebody else, who receives the coins or sends them; nothing while an answer is missing. */
function somebodyElse({ party, name, country, idKind, companyId }: Said): Somebody | undefined {
  if (!isNamed(name) || country === '') return undefined
  const named = { party, name: name.trim(), country }
  if (party === 'person') return named
  return isNamed(companyId) ? { ...named, company_id: { kind: idKind, value: companyId.trim() } } : undefined
}

/** Every answer, without what belongs to another one. */
export type Answers = Pick<Declaration, 'owner' | 'holding' | 'service'> & { somebody?: Somebody }

/** The answers as far as they are the same for both ends; nothing while one is missing. */
export function answers(said: Said): Answers | undefined {
  const { owner, holding, service } = said
  const somebody = owner === 'other' ? somebodyElse(said) : undefined
  if (owner === '' || holding === '') return undefined
  if (holding === 'service' && !isNamed(service)) return undefined
  if (owner === 'other' && !somebody) return undefined
  return {
    owner,
    holding,
    ...(holding === 'service' ? { service: service.trim() } : {}),
    ...(somebody ? { somebody } : {}),
  }
}

/** What is said of an address, as it is sent. */
export function declaration({ payway, address }: WalletNeed, { somebody, ...said }: Answers): Declaration {
  return {
    payway: payway as Declaration['payway'],
    address,
    ...said,
    ...(somebody ? { beneficiary: somebody } : {}),
  }
}

/** What is said of who sends coins, as it is sent. */
export const sender = ({ somebody, ...said }: Answers): SenderTold => ({
  ...said,
  ...(somebody ? { originator: somebody } : {}),
})
