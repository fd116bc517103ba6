import { dayText, timeText } from '../../i18n/format'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, QrCode as CodeIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Money } from '../../api/exchangeTypes'
import { HeroAmount } from '../../domain/HeroAmount'
import { moneyText } from '../../domain/money'
import { PAY_STATE } from '../../domain/payment/payState'
import { QueryCard } from '../../domain/QueryCard'
import { Badge } from '../../ui/Badge'
import { Button, buttonClass } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { CopyButton } from '../../ui/CopyButton'
import { Dialog } from '../../ui/Dialog'
import { QrCode } from '../../ui/QrCode'
import { CancelPayment } from './CancelPayment'
import { type MerchantSettings, type PaymentDetails, type PayState, paymentQuery } from './merchant'
import { Refunds } from './Refunds'
import { ShopButton } from './ShopButton'

/** One payment: its link, code and button, and what was paid and received. */
export function PaymentDetail({ id, settings }: { id: string; settings: MerchantSettings }) {
  const asked = useQuery(paymentQuery(id))
  return (
    <QueryCard asked={asked} rows={4}>
      {(details) => <Detail details={details} settings={settings} />}
    </QueryCard>
  )
}

function Detail({ details, settings }: { details: PaymentDetails; settings: MerchantSettings }) {
  const { t, i18n } = useLingui()
  const [till, setTill] = useState(false)
  const { payment, paid, settled, returned } = details
  const { word, tone } = PAY_STATE[payment.state]
  const until = `${dayText(payment.expires_at, i18n.locale, new Date())}, ${timeText(payment.expires_at, i18n.locale)}`
  return (
    <Card>
      <div className="grid grid-cols-1 gap-4">
        <header className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-[17px] font-semibold wrap-anywhere">{payment.order_id ?? <Trans>Payment</Trans>}</h2>
          <Badge tone={tone}>{i18n._(word)}</Badge>
        </header>
        <HeroAmount {...payment.price} />
        {payment.description ? <p className="whitespace-pre-line wrap-anywhere">{payment.description}</p> : null}
        <dl className="grid gap-2.5 text-[14px]">
          <MoneyFact label={<Trans>The payer sent</Trans>} money={paid} />
          <MoneyFact label={<Trans>You received</Trans>} money={settled} />
          <MoneyFact label={<Trans>Sent back</Trans>} money={returned} />
          <div className="flex justify-between gap-3">
            <dt className="text-muted">
              <Trans>Can be paid until</Trans>
            </dt>
            <dd className="text-right">{until}</dd>
          </div>
        </dl>
        <div className="flex items-center gap-2 rounded-m bg-sunken py-1 pr-1 pl-4">
          <span className="min-w-0 flex-1 truncate font-mono text-[13px]" data-testid="payment-link">
            {payment.url}
          </span>
          <CopyButton text={payment.url} label={t`Copy the link`} />
        </div>
        <div className="grid grid-cols-1 gap-2 desk:grid-cols-2">
          <Button onClick={() => setTill(true)}>
            <CodeIcon size={18} aria-hidden="true" />
            <Trans>Show the code</Trans>
          </Button>
          <a href={payment.url} target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
            <ExternalLink size={18} aria-hidden="true" />
            <Trans>Open the page</Trans>
          </a>
        </div>
        {CANCELLABLE.has(payment.state) ? (
          <>
            <ShopButton url={payment.url} price={payment.price} colour={settings.colour} />
            <CancelPayment id={payment.id} />
          </>
        ) : null}
        {details.refundable ? <Refunds details={details} refundable={details.refundable} /> : null}
        <Dialog open={till} onClose={() => setTill(false)} title={settings.name} wide>
          <div className="grid justify-items-center gap-5 py-4 text-center">
            <HeroAmount {...payment.price} large />
            <div className="rounded-m bg-white p-4">
              <QrCode text={payment.url} label={t`QR code of the payment`} size={280} />
            </div>
            <p className="text-[15px]">
              <Trans>Scan the code with your phone to pay.</Trans>
            </p>
            <Badge tone={tone}>{i18n._(word)}</Badge>
          </div>
        </Dialog>
      </div>
    </Card>
  )
}

/** The states in which nothing has been paid. */
const CANCELLABLE: ReadonlySet<PayState> = new Set(['open', 'waiting', 'rate_expired', 'failed'])

function MoneyFact({ label, money }: { label: ReactNode; money: Money | undefined }) {
  const { i18n } = useLingui()
  if (!money) return null
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-[570]">{moneyText(money, i18n.locale)}</dd>
    </div>
  )
}
