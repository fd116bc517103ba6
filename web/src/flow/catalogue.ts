import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CurrencyInfo, PaywayInfo } from '../api/exchangeTypes'
import { currencyName } from './currencyName'
import { paywayName } from './paywayName'
import { catalogueQuery } from './queries'

/** `name` is in the reader's language; what the server calls the thing stays for those who search by it. */
type Named<Entry> = Entry & { serverName?: string }

export type Catalogue = {
  currencies: Named<CurrencyInfo>[]
  payways: Named<PaywayInfo>[]
  /** What the reader calls a balance. */
  balance?: string
}

/** The catalogue with every name in the reader's language: `translate` is Lingui's `t`. */
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

/** Currencies and payways as the reader calls them. */
export function useCatalogue() {
  const { t, i18n } = useLingui()
  return useQuery({ ...catalogueQuery, select: (catalogue) => inWords(catalogue, i18n.locale, t) })
}
