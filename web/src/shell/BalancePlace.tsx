import { lazy } from 'react'
import { lazyLater } from '../i18n/lazyLater'

const MovementStart = lazy(() => import('./MovementStart').then((part) => ({ default: part.MovementStart })))
const OneCurrency = lazyLater(() => import('./OneCurrency'))
const OwnStatement = lazyLater(() => import('./OwnStatement'))

export type BalanceSearch = Readonly<Record<string, unknown>>

const MOVEMENTS = ['deposit', 'withdraw', 'convert']

type BalancePlaceProps = {
  /** The word after /balances/. */
  place: string
  search: BalanceSearch
}

/** A page below the balances: a movement's first one, the statement, or what its address has as a currency. */
export function BalancePlace({ place, search }: BalancePlaceProps) {
  if (MOVEMENTS.includes(place)) return <MovementStart />
  if (place === 'statement') return <OwnStatement search={search} />
  return <OneCurrency key={place} currency={place} search={search} />
}
