import { useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import type { Endpoint, Money, Quote, QuoteRequest } from '../../../../api/exchangeTypes'
import { isZeroDecimal, subtractDecimals } from '../../../../domain/decimal'
import { amountText } from '../../../../domain/money'
import { feeQuery } from '../../queries'
import type { Option } from '../options'
import { cheapestNetwork, networkFee } from './cheapest'

/** What one way costs: the fee of the network, or the total cost in percent. */
export type Fee = { money: Money | undefined; text: string; isFree: boolean; isCheapest: boolean }

/** The fees of all available ways of a currency, by the key of the option, from indicative prices. */
export function useFees(options: readonly Option[], priceOf: (endpoint: Endpoint) => QuoteRequest | undefined) {
  const { i18n } = useLingui()
  const open = options.filter((option) => option.available)
  const answers = useQueries({
    queries: open.map(({ endpoint }) => feeQuery(priceOf(endpoint))),
  })
  const quotes = open.map((_, at) => answers[at]?.data)
  const cheapest = cheapestNetwork(quotes.map((quote, at) => (open[at]?.network ? quote : undefined)))
  return new Map(
    open.flatMap((option, at) => {
      const quote = quotes[at]
      return quote ? [[option.key, feeOf(quote, option, at === cheapest, i18n.locale)] as const] : []
    }),
  )
}

function feeOf(quote: Quote, { network }: Option, isCheapest: boolean, locale: string): Fee {
  const line = network ? (networkFee(quote) ?? depositFee(quote)) : undefined
  const text = `${amountText(quote.cost_percent, locale)}\u00a0%`
  return { money: line, text, isFree: line !== undefined && isZeroDecimal(line.amount), isCheapest }
}

/** What is taken of a deposit: without a conversion, the given amount less the received one. */
function depositFee({ from_amount, to_amount, from_currency, to_currency }: Quote): Money | undefined {
  const taken = from_currency === to_currency ? subtractDecimals(from_amount, to_amount) : undefined
  return taken === undefined ? undefined : { amount: taken, currency: from_currency }
}
