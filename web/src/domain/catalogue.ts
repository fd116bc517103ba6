import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CurrencyInfo, PaywayInfo } from '../api/exchangeTypes'
import { currencyName } from './currencyName'
import { paywayName } from './paywayName'
import { catalogueQuery } from './queries'

/** `name` is in the current language; `serverName` is kept for the search. */
type Named<Entry> = Entry & { serverName?: string }

export type Catalogue = {
  currencies: Named<CurrencyInfo>[]
  payways: Named<PaywayInfo>[]
  /** The translated word for a balance. */
  balance?: string
}

/** The catalogue with all names in the current language. `translate` is Lingui's `t`. */
export function inWords(
  { currencies, payways }: Catalogue,
  locale: string,
  translate: (word: MessageDescriptor) => string,
): Catalogue {
  return {
    currencies: currencies.map((each) => ({ ...each, name: currencyName(each, locale), serverName: each.name })),
    payways: payways.map((each) => ({ ...each, name: paywayName(each, translate), serverName: each.name })),
    balance: translate(msg`Balance`),
  }
}

/** Currencies and payways with names in the current language. */
export function useCatalogue() {
  const { t, i18n } = useLingui()
  return useQuery({ ...catalogueQuery, select: (catalogue) => inWords(catalogue, i18n.locale, t) })
}
