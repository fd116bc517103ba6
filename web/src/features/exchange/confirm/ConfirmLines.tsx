import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PaywayInfo, Quote } from '../../../api/exchangeTypes'
import { groupIban, shorten } from '../../../flow/address'
import { CostLine, PriceLines } from '../../../flow/PriceLines'
import { formatOneWay, formatRate } from '../../../flow/rate'
import type { payoutOf } from '../draft'

type Payout = ReturnType<typeof payoutOf>

type ConfirmLinesProps = {
  quote: Quote
  payout: Payout
  /** Whose bank account it is, by the name that was settled on. */
  owner: string | undefined
  fromWay: PaywayInfo | undefined
  toWay: PaywayInfo | undefined
}

/** Everything that is agreed to, line by line; nothing about the price is left for later. */
export function ConfirmLines({ quote, payout, owner, fromWay, toWay }: ConfirmLinesProps) {
  const { i18n } = useLingui()
  const time = i18n.date(quote.reference_at, { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })
  const { requisite } = payout
  return (
    <dl className="grid grid-cols-1 gap-2.5">
      <Plain label={<Trans>Your rate</Trans>} whole>
        {formatRate(quote, i18n.locale)}
      </Plain>
      <Plain label={<Trans>Reference rate at {time}</Trans>} whole>
        {formatOneWay(quote.from_currency, quote.to_currency, quote.reference_rate, i18n.locale)}
      </Plain>
      <PriceLines
        lines={quote.lines}
        fromKind={fromWay?.kind}
        network={toWay?.kind === 'crypto' ? toWay.name : undefined}
        all
      />
      <CostLine percent={quote.cost_percent} />
      <Plain label={<Trans>Pay with</Trans>} apart>
        {fromWay?.name ?? quote.from_payway}
      </Plain>
      <Plain label={<Trans>Receive to</Trans>}>
        <span className="font-mono text-[13px]">{requisiteText(payout)}</span>
      </Plain>
      {requisite?.kind === 'address' && requisite.memo ? (
        <Plain label={<Trans>Memo</Trans>}>{requisite.memo}</Plain>
      ) : null}
      {owner ? <Plain label={<Trans>Account owner</Trans>}>{owner}</Plain> : null}
    </dl>
  )
}

type PlainProps = { label: ReactNode; children: ReactNode; whole?: boolean; apart?: boolean }

/** `apart` draws the line that divides the price from the rest: a definition list may hold no rule of its own. */
function Plain({ label, children, whole = false, apart = false }: PlainProps) {
  return (
    <div className={`price-line ${apart ? 'border-t border-line pt-2.5' : ''}`}>
      <dt>{label}</dt>
      <dd className={whole ? 'whitespace-nowrap' : 'min-w-0 break-words'}>{children}</dd>
    </div>
  )
}

/** An IBAN whole, as it is compared with a bank's paper; an address by its ends. */
function requisiteText({ requisite, requisiteLabel = '' }: Payout): string {
  return requisite?.kind === 'iban' ? groupIban(requisiteLabel) : shorten(requisiteLabel)
}
