import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDownUp } from 'lucide-react'
import { type FormEvent, Suspense, useState } from 'react'
import type { Endpoint, Side } from '../../../api/exchangeTypes'
import type { TermsSlot } from '../../../domain/terms'
import type { Checklist } from '../../../domain/verification'
import { host } from '../../../host/adapter'
import { lazyLater } from '../../../i18n/lazyLater'
import { seldomWords } from '../../../i18n/load'
import { Button } from '../../../ui/Button'
import { Segmented } from '../../../ui/Segmented'
import { Skeleton } from '../../../ui/Skeleton'
import { changeTerms, exchangeDraft } from '../draft'
import { flipped } from '../pickers/options'
import { sideOf } from '../queries'
import { AmountEnd } from './AmountEnd'
import { PriceSkeleton } from './CostSkeleton'
import { RatesNotice } from './RatesNotice'
import { useAmountProblems } from './useAmountProblems'
import type { ExchangeForm as Form } from './useExchangeForm'
import { useInlineAddress } from './useInlineAddress'
import { usePaywayName } from '../../../domain/usePaywayName'
import './start.css'

const PriceSummary = lazyLater(() => import('../price/PriceSummary'))

// Shown above the price, and only for payouts to a crypto address.
const InlineAddress = lazyLater(() => import('./InlineAddress'))

// Few payment methods are ever off.
const PaywayNotices = lazyLater(() => import('../pauses/PaywayNotices'), seldomWords)

// Most amounts are within the balance and the limits.
const NotEnough = lazyLater(() => import('../shortfall/NotEnough'))
const OwnLimit = lazyLater(() => import('../../../domain/ownLimit/OwnLimit'))

type ExchangeFormProps = {
  form: Form
  terms: TermsSlot
  checklist: Checklist
  onContinue: () => void
  /** Opens a deposit to the balance of a currency. */
  onDeposit: (currency: Endpoint['currency']) => void
}

/** The start of an exchange: two amounts, the rate, all lines of the price, and the payout details. */
export function ExchangeForm({ form, terms: Terms, checklist, onContinue, onDeposit }: ExchangeFormProps) {
  const { t } = useLingui()
  const { draft, ends } = form
  const [tried, setTried] = useState(false)
  const problems = useAmountProblems(form, tried)
  const inline = useInlineAddress(form)
  const blockedBy = useBlockedReason(form, problems)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (blockedBy || !ends.from || !ends.to) return
    const requisite = await inline.settle()
    if (requisite === 'stop') return
    exchangeDraft.set((now) => ({
      ...changeTerms(now, { from: ends.from, to: ends.to, payoutKind: form.payoutKind }),
      ...requisite,
      agreed: true,
    }))
    onContinue()
  }

  const sides: { value: Side; label: string }[] = [
    { value: 'BUY', label: t`Buy` },
    { value: 'SELL', label: t`Sell` },
    { value: 'SWAP', label: t`Swap` },
  ]
  const side = sideOf(draft.side).side
  const isOpen = side && !host.widget.isSideFixed
  const fromWay = form.catalogue.data?.payways.find((way) => way.code === ends.from?.payway)
  const toWay = form.catalogue.data?.payways.find((way) => way.code === ends.to?.payway)
  return (
    <form className="grid grid-cols-1 gap-3.5" onSubmit={submit} noValidate>
      {isOpen ? <Segmented label={t`What to do`} options={sides} value={side} onChange={form.turn} /> : null}
      <div className="grid grid-cols-1 gap-1.5">
        <div className="relative">
          <AmountEnd end="from" form={form} problem={problems.from} />
          {isOpen ? (
            <button
              type="button"
              className="flip"
              aria-label={t`Change the direction`}
              onClick={() => form.turn(flipped(side))}
            >
              <ArrowDownUp size={18} aria-hidden="true" />
            </button>
          ) : null}
        </div>
        <AmountEnd end="to" form={form} problem={problems.to} />
      </div>
      <Suspense fallback={null}>
        <Refusal form={form} checklist={checklist} onDeposit={onDeposit} />
      </Suspense>
      {form.catalogue.data?.payways.some(({ pauses }) => pauses.length > 0) ? (
        <Suspense fallback={null}>
          <PaywayNotices form={form} />
        </Suspense>
      ) : null}
      <RatesNotice form={form} />
      {inline.shown ? (
        <Suspense fallback={<Skeleton className="h-[70px] rounded-m" />}>
          <InlineAddress inline={inline} to={ends.to} paywayName={toWay?.name} />
        </Suspense>
      ) : null}
      <Suspense fallback={<PriceSkeleton side={draft.side} />}>
        <PriceSummary form={form} fromWay={fromWay} toWay={toWay} />
      </Suspense>
      <div className="grid grid-cols-1 gap-2">
        <Button type="submit" disabled={Boolean(blockedBy)} aria-describedby="continue-reason">
          <Trans>Continue</Trans>
        </Button>
        <p id="continue-reason" className="min-h-5 text-center text-[13px] text-muted">
          {blockedBy ?? (
            <Trans>
              By continuing you agree to the <Terms>terms of use</Terms>.
            </Trans>
          )}
        </p>
      </div>
    </form>
  )
}

type RefusalProps = Pick<ExchangeFormProps, 'form' | 'checklist' | 'onDeposit'>

/** Why the customer cannot give the amount. The balance comes first, because a higher limit would not help. */
function Refusal({ form, checklist, onDeposit }: RefusalProps) {
  const { ends, own } = form
  const nameOf = usePaywayName()
  if (!ends.from) return null
  const { currency } = ends.from
  const isTyped = form.amount !== ''
  if (own.available !== undefined && (form.isAboveBalance || (isTyped && form.isBelowMinimum))) {
    const least = form.isBelowMinimum ? form.limits.from.min : undefined
    return (
      <NotEnough available={own.available} least={least} currency={currency} onDeposit={() => onDeposit(currency)} />
    )
  }
  return form.isAboveLimit && !form.limitProblem ? (
    <OwnLimit
      own={own}
      currency={own.currency}
      way={own.left?.payway && nameOf(own.left.payway)}
      checklist={checklist}
    />
  ) : null
}

/** Why Continue is disabled, as text. Returns `undefined` if it is enabled. */
function useBlockedReason(form: Form, problems: { from: string | undefined; to: string | undefined }) {
  const { t } = useLingui()
  if (form.amount === '') return t`Enter an amount`
  if (problems.from || problems.to) return t`Check the amount`
  if (form.quoted.isError && !form.quote) return t`There is no price at the moment`
  if (!form.fresh) return t`Getting the price…`
  return undefined
}
