import type { PaywayInfo } from '../../api/exchangeTypes'
import { verifyPlace } from '../../domain/verification'
import type { ExchangeStepId } from './flow'

type Kind = PaywayInfo['kind']
type Action = 'deposit' | 'withdraw' | 'convert'

/** A page of a movement: a step of the flow, all demanded verifications, one of them, or the personal data. */
export type MovementPage = ExchangeStepId | 'personal-info' | { verify: string } | 'personal-data'

/** The address of a movement, with the currency and the kind of payway that it names. */
export type MovementPath = {
  to: 'movement'
  action: Action
  kind?: Kind
  currency?: string
  page: MovementPage
}

/** What an address below /balances opens, if it has no page of its own. */
export type BalancePath =
  | MovementPath
  | { to: 'details'; currency: string; payway?: string }
  | { to: 'transaction'; type: string; id: string }
  | { to: 'onboarding'; product: string }

const KINDS: readonly Kind[] = ['crypto', 'card', 'iban', 'code']

/** The last word of an address, and its step. The questions of the travel rule are on the confirmation. */
const PAGES: Record<Action, Record<string, MovementPage>> = {
  deposit: { form: 'start', confirm: 'confirm', 'insert-card': 'insert-card', 'personal-info': 'personal-info' },
  withdraw: { form: 'start', requisites: 'requisites', confirm: 'confirm', 'additional-info': 'confirm' },
  convert: { form: 'start', confirm: 'confirm' },
}

/** Parses an address below /balances. Returns `undefined` for an unknown one. */
export function balancePath([place = '', ...words]: readonly string[]): BalancePath | undefined {
  const [first = '', second, third] = words
  if (place === 'onboarding-details') return third === undefined && first ? onboarding(first) : undefined
  if (second === undefined && /^ord_[0-9a-f]{32}$/.test(first) && /^[a-z_]+$/.test(place))
    return { to: 'transaction', type: place, id: first }
  if (!isAction(place) || !first) return undefined
  if (place === 'withdraw' && first === 'currency-list' && third === undefined) return listed(second)
  return movement(place, words)
}

const isAction = (place: string): place is Action => Object.hasOwn(PAGES, place)
const kindOf = (word: string | undefined) => KINDS.find((kind) => kind === word)

/** Cards and the wallet have their own steps; everything else has those of the balances. */
function onboarding(type: string): BalancePath {
  return { to: 'onboarding', product: ['card', 'wallet'].includes(type) ? type : 'balances' }
}

/** The currencies of a kind of payway: the form has them in its list. */
function listed(word: string | undefined): MovementPath | undefined {
  const kind = kindOf(word)
  return kind && { to: 'movement', action: 'withdraw', kind, page: 'start' }
}

function movement(action: Action, words: readonly string[]): BalancePath | undefined {
  const kind = kindOf(words[0])
  const rest = kind ? words.slice(1) : words
  const isLast = (word: string) => Object.hasOwn(PAGES[action], word) || VERIFYING.includes(word)
  const end = rest.findIndex(isLast)
  const [currency, payway, more] = end < 0 ? rest : rest.slice(0, end)
  if (more !== undefined) return undefined
  if (end < 0 && action === 'deposit' && kind === 'crypto' && currency)
    return { to: 'details', currency, ...(payway ? { payway } : {}) }
  const page = end < 0 ? 'start' : pageOf(action, rest.slice(end))
  if (payway !== undefined || !page) return undefined
  return { to: 'movement', action, ...(kind ? { kind } : {}), ...(currency ? { currency } : {}), page }
}

const VERIFYING = ['verification', 'personal-data']

function pageOf(action: Action, [word = '', ...rest]: readonly string[]): MovementPage | undefined {
  const verify = rest.join('/')
  if (word === 'verification') return verifyPlace(verify) && { verify }
  if (rest.length > 0) return undefined
  return word === 'personal-data' ? word : PAGES[action][word]
}
