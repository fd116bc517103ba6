import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { shorten } from '../../domain/address'
import { moneyText } from '../../domain/money'
import { Badge, type Tone } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import type { PaymentDetails, Refund, Refundable } from './merchant'
import { RefundForm } from './RefundForm'

const STATES: Record<Refund['state'], { word: MessageDescriptor; tone: Tone }> = {
  pending: { word: msg`On its way`, tone: 'wait' },
  sent: { word: msg`Sent back`, tone: 'ok' },
  cancelled: { word: msg`Cancelled`, tone: 'plain' },
  failed: { word: msg`Failed`, tone: 'bad' },
}

type RefundsProps = { details: PaymentDetails; refundable: Refundable }

/** What went back to the payer, and what still can. */
export function Refunds({ details, refundable }: RefundsProps) {
  const { i18n } = useLingui()
  const [open, setOpen] = useState(false)
  const { refunds, payment } = details
  const { refunded, left, excess } = refundable
  const hasLeft = /[1-9]/.test(left.amount)
  const hasExcess = /[1-9]/.test(excess.amount)
  return (
    <section className="grid grid-cols-1 gap-3 border-t border-line pt-4">
      {refunds.length > 0 ? (
        <>
          <div className="flex items-baseline justify-between gap-3">
            <h3 className="text-[15px] font-semibold">
              <Trans>Refunds</Trans>
            </h3>
            <span className="text-[14px] text-muted">
              <Trans>
                {moneyText(refunded, i18n.locale)} of {moneyText(refundable.received, i18n.locale)}
              </Trans>
            </span>
          </div>
          <ul className="divide-y divide-line">
            {refunds.map((refund) => (
              <li key={refund.number} className="flex items-center justify-between gap-3 py-2.5 text-[14px]">
                <span className="grid min-w-0 gap-0.5">
                  <span className="font-[570]">{moneyText(refund.amount, i18n.locale)}</span>
                  <span className="text-[13px] text-muted wrap-anywhere">
                    {moneyText(refund.gets, i18n.locale)}
                    {refund.address ? ` → ${shorten(refund.address, 6, 6)}` : ''}
                  </span>
                </span>
                <Badge tone={STATES[refund.state].tone}>{i18n._(STATES[refund.state].word)}</Badge>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {hasExcess && refunds.length === 0 ? (
        <p className="text-[14px] text-muted">
          <Trans>{moneyText(excess, i18n.locale)} more than the price was received.</Trans>
        </p>
      ) : null}
      {open ? (
        <RefundForm
          id={payment.id}
          refundable={refundable}
          excess={hasExcess && refunds.length === 0 ? excess : undefined}
          onDone={() => setOpen(false)}
        />
      ) : null}
      {hasLeft && !open ? (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          <Trans>Send money back</Trans>
        </Button>
      ) : null}
    </section>
  )
}
