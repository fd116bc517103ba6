import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import type { Line, PaywayInfo, Quote, RequisiteInput } from '../../../api/exchangeTypes'
import { BALANCE } from '../../../domain/balance'
import { moneyText, shortMoneyText } from '../../../domain/money'
import { StepList, type StepText } from '../../../domain/StepList'
import { Card } from '../../../ui/Card'

type NextStepsProps = {
  quote: Quote
  fromWay: PaywayInfo | undefined
  payoutKind: ReceivingKind
  toWay: PaywayInfo | undefined
}

type ReceivingKind = RequisiteInput['kind'] | 'code' | undefined

/** What happens after the confirmation, in order. */
export function NextSteps({ quote, fromWay, payoutKind, toWay }: NextStepsProps) {
  const pay = usePayStep(quote, fromWay)
  const change = useChangeStep(quote)
  const receive = useReceiveStep(payoutKind, toWay?.name ?? quote.to_payway)
  return (
    <Card title={<Trans>What happens next</Trans>}>
      <StepList steps={[pay, change, receive].filter((step) => step !== undefined)} />
    </Card>
  )
}

function usePayStep(quote: Quote, way: PaywayInfo | undefined): StepText {
  const { t, i18n } = useLingui()
  const given = moneyText({ amount: quote.from_amount, currency: quote.from_currency }, i18n.locale)
  if (quote.from_payway === BALANCE) return { title: t`We take ${given} from your balance`, detail: t`At once` }
  switch (way?.kind) {
    case 'card':
      return { title: t`You pay with your card`, detail: t`Your bank may ask you to confirm it` }
    case 'code':
      return { title: t`You pay with ${way.name}`, detail: t`With a code from your banking app` }
    case 'iban':
      return { title: t`You make a bank transfer`, detail: t`With the reference that we show you` }
    default:
      return { title: t`You send ${given}`, detail: t`To an address that we show you` }
  }
}

function useChangeStep(quote: Quote): StepText | undefined {
  const { t, i18n } = useLingui()
  if (quote.from_currency === quote.to_currency) return undefined
  const converted = quote.lines.find((line: Line) => line.kind === 'amount_converted')
  const amount = converted && shortMoneyText(converted, i18n.locale)
  const title = amount ? t`We exchange ${amount} for ${quote.to_currency}` : t`We exchange it for ${quote.to_currency}`
  return {
    title,
    detail: quote.rate_locked ? t`At the rate shown here` : t`At the rate of the moment it arrives`,
  }
}

function useReceiveStep(kind: ReceivingKind, name: string): StepText {
  const { t } = useLingui()
  switch (kind) {
    case 'address':
      return { title: t`It goes to your wallet`, detail: t`You see it on the network` }
    case 'iban':
      return { title: t`It goes to your bank account`, detail: undefined }
    case 'card':
      return { title: t`It goes to your card`, detail: undefined }
    case 'code':
      return { title: t`You get a code: ${name}`, detail: t`On the page of your order, once you ask to see it` }
    case undefined:
      return { title: t`It is on your balance`, detail: t`You can use it at once` }
  }
}

/** What happens to the money if the order fails. */
export function Safety({ quote }: { quote: Quote }) {
  const { i18n } = useLingui()
  const given = moneyText({ amount: quote.from_amount, currency: quote.from_currency }, i18n.locale)
  return (
    <p className="flex gap-3 rounded-card bg-brand-soft px-4 py-3.5 text-[14px] text-brand">
      <ShieldCheck size={20} aria-hidden="true" className="mt-px shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        <Trans>If something fails, {given} goes back to you, or you decide what happens with it.</Trans>
      </span>
    </p>
  )
}
