import { Trans, useLingui } from '@lingui/react/macro'
import { Lock } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { BALANCE } from '../../../domain/balance'
import { CostSummary } from '../../../domain/cost/summary/CostSummary'
import { useDraft } from '../../../domain/draft'
import { ActionBar } from '../../../ui/ActionBar'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Notice } from '../../../ui/Notice'
import { Sheet, SheetPart } from '../../../ui/Sheet'
import { Skeleton } from '../../../ui/Skeleton'
import type { PaywayInfo, Transaction } from '../../../api/exchangeTypes'
import { Arrival } from './Arrival'
import { Destination } from './Destination'
import { ConfirmSkeleton } from './ConfirmSkeleton'
import { lazyLater } from '../../../i18n/lazyLater'
import { LimitNote } from './LimitNote'
import { exchangeDraft } from '../draft'
import { payoutOf, refundOf } from './attempt'
import { useForbidden } from '../forbidden'
import { Moved } from './Moved'
import { nextStep } from './nextStep'
import { NextSteps, Safety } from './NextSteps'
import { ChangeAmount, NoPrice } from './NoPrice'
import { PayeeCheck } from './PayeeCheck'
import type { PayeeMissing } from './payee'
import { RateLines } from './RateLines'
import { Summary } from './Summary'
import { useCreateOrder } from './useCreateOrder'
import { firmRequest, useFirmQuote } from './useFirmQuote'
import type { TermsSlot } from '../../../domain/terms'
import { type TravelSlot, useTravel } from '../../../domain/travel'
import type { Checklist } from '../../../domain/verification'
import { usePayee } from './usePayee'
import { useResume } from './useResume'

const LimitsLeft = lazyLater(() => import('./LimitsLeft'))

const ScamNote = lazyLater(() => import('../../../domain/caution/ScamNote'))

const SupportLink = lazy(async () => ({ default: (await import('../../../domain/SupportLink')).SupportLink }))

// Loaded only for a payment in coins.
const RefundAddress = lazy(() => import('./RefundAddress'))

type ConfirmFormProps = {
  payways: readonly PaywayInfo[]
  /** Link to the verification that an order of this size requires. */
  verify: ReactNode
  /** Link to the terms. */
  terms: TermsSlot
  checklist: Checklist
  /** The travel-rule questions of an order of this size. */
  travel: TravelSlot
  onBack: () => void
  /** Goes back to the amount. */
  onAmount: () => void
  onCreated: (transaction: Transaction) => void
  /** Residents of the customer's country are no longer served. */
  onForbidden: () => void
}

/** The confirmation before an order is created: a firm price with all its lines, and one button. */
export function ConfirmForm(props: ConfirmFormProps) {
  const { payways, verify, checklist, terms: Terms, travel: slot, onBack, onAmount, ...done } = props
  const { t } = useLingui()
  const draft = useDraft(exchangeDraft)
  const travel = useTravel(slot)
  const order = useCreateOrder(done, draft.from, travel.ask)
  const firm = useFirmQuote(firmRequest(draft), draft.quote, order.busy || order.unresolved)
  const { quote, receivedAt } = firm
  const payee = usePayee(draft)
  useForbidden(firm.error, done.onForbidden)

  useEffect(() => {
    // A pending attempt keeps the quote that it was made with.
    if (quote) exchangeDraft.set((now) => (now.attempt ? now : { ...now, quote: { quote, at: receivedAt } }))
  }, [quote, receivedAt])

  const create = () => {
    if (quote)
      void order.create(quote.id, payee.stand.requisite, { price: firm.retry, payee: payee.ask, order: resume })
  }
  // After the travel-rule answers, the order continues automatically, unless the price has changed.
  const resume = useResume(Boolean(quote) && !order.busy && !firm.expired, () => (firm.moved ? undefined : create()))

  if (!quote) {
    return firm.error ? (
      <Card>
        <NoPrice error={firm.error} onRetry={firm.retry} onAmount={onAmount} />
      </Card>
    ) : (
      <ConfirmSkeleton />
    )
  }
  const way = (code: string) => payways.find((payway) => payway.code === code)
  const [fromWay, toWay] = [way(quote.from_payway), way(quote.to_payway)]
  const { stand } = payee
  const next = nextStep(firm.moved !== undefined, quote.requirements.length > 0 && !order.unresolved)
  const payout = payoutOf(draft)
  const settled = draft.attempt?.requisite ?? stand.requisite ?? draft.requisite
  const owner = settled?.kind === 'iban' ? settled.full_name : undefined
  const missing: Record<PayeeMissing, string | undefined> = {
    // The payee check above shows its own state.
    answer: undefined,
    name: t`First choose a name above`,
    acknowledgement: t`First confirm above that you understand this`,
    another_account: t`Euro cannot be sent to this account`,
  }
  const locked = order.busy || order.unresolved
  // What leaves the balance over a network cannot be taken back.
  const leaves = quote.from_payway === BALANCE && payout.requisite?.kind === 'address'
  return (
    <div className="grid grid-cols-1 items-start gap-5 desk:grid-cols-[minmax(0,1fr)_336px]">
      <Sheet>
        <SheetPart>
          <Summary quote={quote} fromWay={fromWay} toWay={toWay} />
        </SheetPart>
        <SheetPart>
          <CostSummary
            from={{ amount: quote.from_amount, currency: quote.from_currency }}
            to={{ amount: quote.to_amount, currency: quote.to_currency }}
            lines={quote.lines}
            percent={quote.cost_percent}
            fromKind={fromWay?.kind}
            network={toWay?.kind === 'crypto' ? toWay.name : undefined}
            open
          >
            <RateLines quote={quote} />
          </CostSummary>
        </SheetPart>
        <SheetPart>
          <Arrival quote={quote} seconds={firm.seconds} expired={firm.expired} fromWay={fromWay} toWay={toWay} />
        </SheetPart>
        {quote.to_payway === BALANCE || draft.payoutKind === 'code' ? null : (
          <SheetPart>
            <Destination
              quote={quote}
              payout={payout}
              owner={owner}
              toWay={toWay}
              onChange={locked ? undefined : onBack}
            />
          </SheetPart>
        )}
        {fromWay?.kind === 'crypto' && draft.from ? (
          <SheetPart>
            <Suspense fallback={<Skeleton className="h-11" />}>
              <RefundAddress from={draft.from} payway={fromWay} refund={refundOf(draft, draft.from)} locked={locked} />
            </Suspense>
          </SheetPart>
        ) : null}
        <SheetPart>
          {firm.moved ? <Moved before={firm.moved} quote={quote} onAccept={firm.agree} /> : null}
          {firm.error && firm.expired ? <NoPrice error={firm.error} onRetry={firm.retry} onAmount={onAmount} /> : null}
          {order.unresolved ? null : <PayeeCheck payee={payee} locked={order.busy} onChange={onBack} />}
          {order.problem ? (
            <Notice
              tone="bad"
              action={
                order.problem.asksSupport ? (
                  <Suspense fallback={null}>
                    <SupportLink />
                  </Suspense>
                ) : order.problem.isAboutAmount ? (
                  <ChangeAmount onAmount={onAmount} />
                ) : undefined
              }
            >
              {order.problem.text}
            </Notice>
          ) : null}
          {order.unresolved ? null : <LimitNote quote={quote} checklist={checklist} />}
          {next === 'verify' ? <ActionBar>{verify}</ActionBar> : null}
          {next !== 'confirm' ? null : (
            <ActionBar>
              <Button
                busy={order.busy}
                disabled={(firm.expired || Boolean(stand.missing)) && !order.unresolved}
                disabledReason={stand.missing && !order.unresolved ? missing[stand.missing] : undefined}
                onClick={create}
              >
                {order.busy ? null : <Lock size={18} aria-hidden="true" />}
                {order.unresolved ? (
                  <Trans>Try again</Trans>
                ) : quote.from_payway === BALANCE ? (
                  <Trans>Confirm</Trans>
                ) : (
                  <Trans>Confirm and pay</Trans>
                )}
              </Button>
            </ActionBar>
          )}
          <p className="text-center text-[13px] text-muted">
            {quote.rate_locked ? (
              <Trans>
                By confirming you agree to the <Terms>terms of use</Terms>. The price is promised until the time runs
                out.
              </Trans>
            ) : (
              <Trans>
                By confirming you agree to the <Terms>terms of use</Terms>. The rate is fixed when your transfer
                arrives.
              </Trans>
            )}
          </p>
        </SheetPart>
      </Sheet>
      <div className="grid grid-cols-1 gap-5">
        <NextSteps
          quote={quote}
          fromWay={fromWay}
          payoutKind={draft.payoutKind === 'code' ? 'code' : payout.requisite?.kind}
          toWay={toWay}
        />
        {quote.from_payway === BALANCE ? (
          <Suspense fallback={null}>
            <LimitsLeft quote={quote} />
          </Suspense>
        ) : null}
        <Suspense fallback={null}>{leaves ? <ScamNote /> : <Safety quote={quote} />}</Suspense>
      </div>
      {travel.part}
    </div>
  )
}
