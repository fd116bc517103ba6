import { Trans, useLingui } from '@lingui/react/macro'
import type { PaywayInfo, Quote } from '../../../api/exchangeTypes'
import { AddressText } from '../../../domain/AddressText'
import { CostLine, PriceLines } from '../../../domain/PriceLines'
import { formatOneWay, formatRate } from '../../../domain/rate'
import { CopyButton } from '../../../ui/CopyButton'
import { BALANCE } from '../../../domain/balance'
import type { Payout } from '../draft'
import { LimitsLeft } from './LimitsLeft'
import { Plain } from './Plain'

type ConfirmLinesProps = {
  quote: Quote
  payout: Payout
  /** The account holder, by the confirmed name. */
  owner: string | undefined
  fromWay: PaywayInfo | undefined
  toWay: PaywayInfo | undefined
}

/** All terms of the order, line by line, including every part of the price. */
export function ConfirmLines({ quote, payout, owner, fromWay, toWay }: ConfirmLinesProps) {
  const { t, i18n } = useLingui()
  const time = i18n.date(quote.reference_at, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const { requisite } = payout
  return (
    <dl className="grid grid-cols-1 gap-2.5">
      {quote.from_currency === quote.to_currency ? null : (
        <>
          <Plain label={<Trans>Your rate</Trans>} whole>
            {formatRate(quote, i18n.locale)}
          </Plain>
          <Plain label={<Trans>Reference rate at {time}</Trans>} whole>
            {formatOneWay(quote.from_currency, quote.to_currency, quote.reference_rate, i18n.locale)}
          </Plain>
        </>
      )}
      <PriceLines
        lines={quote.lines}
        fromKind={fromWay?.kind}
        network={toWay?.kind === 'crypto' ? toWay.name : undefined}
        all
      />
      <CostLine percent={quote.cost_percent} />
      <Plain label={<Trans>Pay with</Trans>} apart>
        {quote.from_payway === BALANCE ? <Trans>Balance</Trans> : (fromWay?.name ?? quote.from_payway)}
      </Plain>
      {quote.to_payway === BALANCE ? (
        <Plain label={<Trans>Receive to</Trans>}>
          <Trans>Balance</Trans>
        </Plain>
      ) : requisite?.kind === 'card' ? (
        <Plain label={<Trans>Receive to</Trans>}>{payout.requisiteLabel}</Plain>
      ) : (
        <div className="grid grid-cols-1 gap-1.5 text-[14px]">
          <dt className="text-muted">
            <Trans>Receive to</Trans>
          </dt>
          <dd className="flex items-center justify-between gap-2 rounded-m bg-sunken py-1 pr-1 pl-4">
            <AddressText value={payout.requisiteLabel ?? ''} />
            <CopyButton
              text={payout.requisiteLabel ?? ''}
              label={requisite?.kind === 'iban' ? t`Copy the IBAN` : t`Copy the address`}
            />
          </dd>
        </div>
      )}
      {requisite?.kind === 'address' && requisite.memo ? (
        <Plain label={<Trans>Memo</Trans>}>{requisite.memo}</Plain>
      ) : null}
      {owner ? <Plain label={<Trans>Account owner</Trans>}>{owner}</Plain> : null}
      {quote.from_payway === BALANCE ? <LimitsLeft quote={quote} /> : null}
    </dl>
  )
}
