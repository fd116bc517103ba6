import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { CurrencyCode } from '../../api/exchangeTypes'
import { limitsQuery } from '../../api/limits'
import { useCatalogue } from '../../domain/catalogue'
import { leftOf, ownMaximum, usesOf } from '../../domain/limits'
import { lazyLater } from '../../i18n/lazyLater'
import { usePrices } from '../../realtime/prices'

const OwnLimit = lazyLater(() => import('../../domain/ownLimit/OwnLimit'))

/** The limit that the transfer exceeds, and its rest. The page of the limits has the steps that raise it. */
export function AboveLimit({ currency }: { currency: CurrencyCode }) {
  const info = useCatalogue().data?.currencies.find(({ code }) => code === currency)
  const { data } = useQuery(limitsQuery)
  const price = usePrices()?.prices[currency]
  if (!info || !data) return null
  const uses = usesOf(
    { isOnBalance: true, isFiat: info.kind === 'fiat' },
    { isOnBalance: false, isFiat: info.kind === 'fiat' },
  )
  const left = leftOf(data.limits, uses)
  const allowed = ownMaximum(left?.amount, currency, price, info.scale)
  return left ? (
    <Suspense fallback={null}>
      <OwnLimit own={{ allowed, left, next: [], halvedUntil: data.halved_until }} currency={currency} />
    </Suspense>
  ) : null
}
