import type { WalletNeed } from '../../domain/travel'
import type { Declaration, OriginatorStatement, Wallet } from './queries'

/** The answers so far, without defaults. */
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

/** Whether the wallet is the customer's own and self-hosted, without a proof. */
export const isOnWord = (wallet: Wallet) =>
  wallet.owner === 'own' && wallet.holding === 'self_hosted' && wallet.proof_method === undefined

const isNamed = (text: string) => text.trim().length >= 2

type Counterparty = NonNullable<Declaration['beneficiary']>

/** The other party, a beneficiary or originator. Returns `undefined` while an answer is missing. */
function counterpartyOf({ party, name, country, idKind, companyId }: Said): Counterparty | undefined {
  if (!isNamed(name) || country === '') return undefined
  const named = { party, name: name.trim(), country }
  if (party === 'person') return named
  return isNamed(companyId) ? { ...named, company_id: { kind: idKind, value: companyId.trim() } } : undefined
}

/** The complete answers, without irrelevant fields. */
export type Answers = Pick<Declaration, 'owner' | 'holding' | 'service'> & { counterparty?: Counterparty }

/** The answers common to both ends. Returns `undefined` while one is missing. */
export function answers(said: Said): Answers | undefined {
  const { owner, holding, service } = said
  const counterparty = owner === 'other' ? counterpartyOf(said) : undefined
  if (owner === '' || holding === '') return undefined
  if (holding === 'service' && !isNamed(service)) return undefined
  if (owner === 'other' && !counterparty) return undefined
  return {
    owner,
    holding,
    ...(holding === 'service' ? { service: service.trim() } : {}),
    ...(counterparty ? { counterparty } : {}),
  }
}

/** The request body of a wallet's declaration. */
export function declaration({ payway, address }: WalletNeed, { counterparty, ...said }: Answers): Declaration {
  return {
    payway: payway as Declaration['payway'],
    address,
    ...said,
    ...(counterparty ? { beneficiary: counterparty } : {}),
  }
}

/** The request body of an originator's declaration. */
export const sender = ({ counterparty, ...said }: Answers): OriginatorStatement => ({
  ...said,
  ...(counterparty ? { originator: counterparty } : {}),
})
