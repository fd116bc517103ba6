import { lazy } from 'react'
import { lazyLater } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'

const MovementStart = lazy(() => import('./MovementStart').then((part) => ({ default: part.MovementStart })))
const OneCurrency = lazyLater(() => import('./OneCurrency'))
const OwnStatement = lazyLater(() => import('./OwnStatement'), seldomWords)
const OwnBalanceSettings = lazyLater(() => import('./OwnBalanceSettings'), seldomWords)
const OwnSpending = lazyLater(() => import('./OwnSpending'), seldomWords)
const OwnTransfer = lazyLater(() => import('./OwnTransfer'), seldomWords)
const OwnPlans = lazyLater(() => import('./plans/OwnPlans'), seldomWords)
const OwnDetails = lazyLater(() => import('./OwnDetails'), seldomWords)
const RequestPage = lazyLater(() => import('../features/transfer/RequestPage'), seldomWords)

export type BalanceSearch = Readonly<Record<string, unknown>>

const MOVEMENTS = ['deposit', 'withdraw', 'convert']

type BalancePlaceProps = {
  /** The first path segment after /balances/. */
  place: string
  /** The second path segment. */
  currency?: string | undefined
  search: BalanceSearch
}

/**
 * A page below /balances: the start of a movement, a transfer, the plans, the statement, a profile's
 * settings, or a currency.
 * "settings" and "spending" without a profile are those of the active profile.
 */
export function BalancePlace({ place, currency, search }: BalancePlaceProps) {
  if (MOVEMENTS.includes(place)) return <MovementStart />
  if (place === 'statement') return <OwnStatement search={search} />
  if (place === 'transfer') return <OwnTransfer />
  if (place === 'request') return <RequestPage />
  if (place === 'plans') return <OwnPlans part={currency} />
  if (place === 'details') return <OwnDetails key={currency} currency={currency ?? 'EUR'} payway={search.payway} />
  if (place === 'settings') return <OwnBalanceSettings />
  if (place === 'spending') return <OwnSpending />
  if (place.startsWith('prf_'))
    return currency === 'spending' ? <OwnSpending profile={place} /> : <OwnBalanceSettings profile={place} />
  return <OneCurrency key={place} currency={place} search={search} />
}
