import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { BALANCE } from '../../../domain/balance'
import { countdownText } from '../../../domain/clock'
import { useDraft } from '../../../domain/draft'
import { HeroAmount } from '../../../domain/HeroAmount'
import { moneyText } from '../../../domain/money'
import { Breakable } from '../../../ui/Breakable'
import { Button } from '../../../ui/Button'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { Notice } from '../../../ui/Notice'
import { Skeleton } from '../../../ui/Skeleton'
import type { PaywayInfo, Quote, Transaction } from '../../../api/exchangeTypes'
import { ConfirmLines } from './ConfirmLines'
import { LimitNote } from './LimitNote'
import { exchangeDraft, payoutOf } from '../draft'
import { useForbidden } from '../forbidden'
import { Moved } from './Moved'
import { nextStep } from './nextStep'
import { isAboutAmount } from './orderErrors'
import { PayeeCheck } from './PayeeCheck'
import type { PayeeMissing } from './payee'
import { useCreateOrder } from './useCreateOrder'
import { firmRequest, useFirmQuote } from './useFirmQuote'
import { SupportLink } from '../../../domain/SupportLink'
import type { TermsSlot } from '../../../domain/terms'
import { type TravelSlot, useTravel } from '../../../domain/travel'
import type { Checklist } from '../../../domain/verification'
import { useProblemWords } from '../../../domain/useProblemWords'
import { usePayee } from './usePayee'
import { useResume } from './useResume'

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
  const order = useCreateOrder(done, travel.ask)
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
    return firm.error ? <NoPrice error={firm.error} onRetry={firm.retry} onAmount={onAmount} /> : <ConfirmSkeleton />
  }
  const way = (code: string) => payways.find((payway) => payway.code === code)
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
  return (
    <div className="grid grid-cols-1 gap-5">
      <Received quote={quote} />
      <Countdown seconds={firm.seconds} expired={firm.expired} locked={quote.rate_locked} />
      <ConfirmLines
        quote={quote}
        payout={payout}
        owner={owner}
        fromWay={way(quote.from_payway)}
        toWay={way(quote.to_payway)}
      />
      {firm.moved ? <Moved before={firm.moved} quote={quote} onAccept={firm.agree} /> : null}
      {firm.error && firm.expired ? <NoPrice error={firm.error} onRetry={firm.retry} onAmount={onAmount} /> : null}
      {order.unresolved ? null : <PayeeCheck payee={payee} locked={order.busy} onChange={onBack} />}
      {order.problem ? (
        <Notice
          tone="bad"
          action={
            order.problem.asksSupport ? (
              <SupportLink />
            ) : order.problem.isAboutAmount ? (
              <ChangeAmount onAmount={onAmount} />
            ) : undefined
          }
        >
          {order.problem.text}
        </Notice>
      ) : null}
      {order.unresolved ? null : <LimitNote quote={quote} checklist={checklist} />}
      {next === 'verify' ? verify : null}
      {next !== 'confirm' ? null : (
        <Button
          busy={order.busy}
          disabled={(firm.expired || Boolean(stand.missing)) && !order.unresolved}
          disabledReason={stand.missing && !order.unresolved ? missing[stand.missing] : undefined}
          onClick={create}
        >
          {order.unresolved ? (
            <Trans>Try again</Trans>
          ) : quote.from_payway === BALANCE ? (
            <Trans>Confirm</Trans>
          ) : (
            <Trans>Confirm and pay</Trans>
          )}
        </Button>
      )}
      <p className="text-center text-[13px] text-muted">
        {quote.rate_locked ? (
          <Trans>
            By confirming you agree to the <Terms>terms of use</Terms>. The price is promised until the time runs out.
          </Trans>
        ) : (
          <Trans>
            By confirming you agree to the <Terms>terms of use</Terms>. The rate is fixed when your transfer arrives.
          </Trans>
        )}
      </p>
      {travel.part}
    </div>
  )
}

/** The received amount, large, and the given amount. */
function Received({ quote }: { quote: Quote }) {
  const { i18n } = useLingui()
  const to = { amount: quote.to_amount, currency: quote.to_currency }
  const from = { amount: quote.from_amount, currency: quote.from_currency }
  const given = <Breakable text={moneyText(from, i18n.locale)} />
  return (
    <div className="flex items-center gap-3">
      <CurrencyIcon code={quote.to_currency} size={48} />
      <div className="min-w-0 flex-1">
        <p className="text-[13px] text-muted">
          {quote.to_payway === BALANCE ? <Trans>To your balance</Trans> : <Trans>You receive</Trans>}
        </p>
        <HeroAmount {...to} estimate={!quote.rate_locked} />
        <p className="text-muted wrap-anywhere">
          <Trans>for {given}</Trans>
        </p>
      </div>
    </div>
  )
}

type NoPriceProps = { error: unknown; onRetry: () => void; onAmount: () => void }

function NoPrice({ error, onRetry, onAmount }: NoPriceProps) {
  const words = useProblemWords()
  const retry = (
    <Button variant="text" className="justify-self-start" onClick={onRetry}>
      <Trans>Try again</Trans>
    </Button>
  )
  return (
    <Notice tone="bad" action={isAboutAmount(error) ? <ChangeAmount onAmount={onAmount} /> : retry}>
      {words(error)}
    </Notice>
  )
}

/** Offered where another amount helps and a retry does not. */
function ChangeAmount({ onAmount }: { onAmount: () => void }) {
  return (
    <Button variant="text" className="justify-self-start" onClick={onAmount}>
      <Trans>Change the amount</Trans>
    </Button>
  )
}

/** The remaining time of a firm price; for an estimate, when its rate is fixed. */
function Countdown({ seconds, expired, locked }: { seconds: number; expired: boolean; locked: boolean }) {
  const time = countdownText(seconds)
  return (
    <div className="flex min-h-[45px] flex-wrap items-center justify-between gap-x-4 rounded-m bg-brand-soft px-4 py-3 text-brand">
      {/* The seconds are not announced; the renewal is. */}
      <span className={locked || expired ? 'font-[550]' : ''} role="status">
        {expired ? (
          <Trans>Renewing the price…</Trans>
        ) : locked ? (
          <Trans>Price promised</Trans>
        ) : (
          <Trans>An estimate: a bank transfer is exchanged at the rate of the moment it arrives.</Trans>
        )}
      </span>
      {expired || !locked ? null : (
        <span className="tabular-nums" aria-hidden="true">
          {time}
        </span>
      )}
    </div>
  )
}

function ConfirmSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4" aria-busy="true">
      <Skeleton className="h-16" />
      <Skeleton className="h-11" />
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-5" />
      ))}
      <Skeleton className="h-[54px]" />
    </div>
  )
}
