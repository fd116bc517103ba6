import { lazy } from 'react'
import { lazyLater } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'

const MovementStart = lazy(() => import('./MovementStart').then((part) => ({ default: part.MovementStart })))
const OneCurrency = lazyLater(() => import('./OneCurrency'))
const OwnStatement = lazyLater(() => import('./OwnStatement'), seldomWords)
const OwnTransfer = lazyLater(() => import('./OwnTransfer'), seldomWords)
const OwnDetails = lazyLater(() => import('./OwnDetails'), seldomWords)
const RequestPage = lazyLater(() => import('../features/transfer/RequestPage'), seldomWords)

export type BalanceSearch = Readonly<Record<string, unknown>>

const MOVEMENTS = ['deposit', 'withdraw', 'convert']

type BalancePlaceProps = {
  /** The word after /balances/. */
  place: string
  /** The word after that. */
  currency?: string | undefined
  search: BalanceSearch
}

/** A page below the balances: a movement's first one, a transfer, the statement, or what its address has as a currency. */
export function BalancePlace({ place, currency, search }: BalancePlaceProps) {
  if (MOVEMENTS.includes(place)) return <MovementStart />
  if (place === 'statement') return <OwnStatement search={search} />
  if (place === 'transfer') return <OwnTransfer search={search} />
  if (place === 'request') return <RequestPage />
  if (place === 'details') return <OwnDetails key={currency} currency={currency ?? 'EUR'} />
  return <OneCurrency key={place} currency={place} search={search} />
}
