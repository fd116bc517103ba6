import { useLingui } from '@lingui/react'
import type { Endpoint } from '../../../api/exchangeTypes'
import { useCatalogue } from '../../../domain/catalogue'
import { moneyText } from '../../../domain/money'
import { LinkAmount } from '../../../domain/requisite/LinkAmount'
import { entered } from '../../../domain/requisite/walletLink'
import type { Inline } from '../start/useInlineAddress'

/** Offers the amount of a payment link in the address field, until the customer uses it. */
export default function LinkOffer({ inline, to }: { inline: Inline; to: Endpoint }) {
  const { i18n } = useLingui()
  const catalogue = useCatalogue()
  const scale = catalogue.data?.currencies.find(({ code }) => code === to.currency)?.scale ?? 0
  const { amount } = entered(inline.value, to, inline.payway, scale)
  if (!amount || amount === inline.amount) return null
  const asked = moneyText({ amount, currency: to.currency }, i18n.locale)
  return <LinkAmount asked={asked} onUse={() => inline.type('to', amount)} />
}
