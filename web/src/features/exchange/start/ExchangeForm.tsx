import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDownUp } from 'lucide-react'
import { type FormEvent, Suspense, useState } from 'react'
import type { Side } from '../../../api/exchangeTypes'
import { moneyText } from '../../../flow/money'
import { GIVEN, RECEIVED } from '../../../flow/sideWords'
import { CostLine, PriceLines } from '../../../flow/PriceLines'
import type { TermsSlot } from '../../../flow/terms'
import type { Checklist } from '../../../flow/verification'
import { lazyLater } from '../../../i18n/lazyLater'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { Segmented } from '../../../ui/Segmented'
import { Skeleton } from '../../../ui/Skeleton'
import { AmountField } from './AmountField'
import { changeTerms, exchangeDraft } from '../draft'
import { EndpointPicker } from '../pickers/EndpointPicker'
import { flipped } from '../pickers/options'
import { sideOf } from '../queries'
import { LinesSkeleton } from './LinesSkeleton'
import { RateCard } from './RateCard'
import { RatesNotice } from './RatesNotice'
import { useAmountProblems } from './useAmountProblems'
import type { ExchangeForm as Form } from './useExchangeForm'
import { useInlineAddress } from './useInlineAddress'
import { useApproximate } from './useApproximate'
import './start.css'

// Below the price, and only where coins go to an address.
const InlineAddress = lazyLater(() => import('./InlineAddress'))

type End = 'from' | 'to'

type ExchangeFormProps = { form: Form; terms: TermsSlot; checklist: Checklist; onContinue: () => void }

/** The exchanger's start: two amounts, the rate between them, every line of the price, and where it goes. */
export function ExchangeForm({ form, terms: Terms, checklist, onContinue }: ExchangeFormProps) {
  const { t } = useLingui()
  const { draft, ends, quote, quoted } = form
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
  const fromWay = form.catalogue.data?.payways.find((way) => way.code === ends.from?.payway)
  const toWay = form.catalogue.data?.payways.find((way) => way.code === ends.to?.payway)
  return (
    <form className="grid grid-cols-1 gap-[18px]" onSubmit={submit} noValidate>
      {side ? <Segmented label={t`What to do`} options={sides} value={side} onChange={form.turn} /> : null}
      <div className="grid grid-cols-1 gap-1.5">
        <div className="relative">
          <Amount end="from" form={form} problem={problems.from} />
          {side ? (
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
        <Amount end="to" form={form} problem={problems.to} />
      </div>
      {form.above && !form.limitProblem ? (
        <OwnLimit above={form.above} currency={ends.from?.currency ?? ''} checklist={checklist} />
      ) : null}
      <RatesNotice form={form} />
      {quote && quote.from_currency !== quote.to_currency ? (
        <RateCard quote={quote} updatedAt={quoted.dataUpdatedAt} />
      ) : null}
      {quote ? (
        <dl className="grid grid-cols-1 gap-2.5">
          <PriceLines
            lines={quote.lines}
            fromKind={fromWay?.kind}
            network={toWay?.kind === 'crypto' ? toWay.name : undefined}
            stale={!form.fresh}
          />
          <CostLine percent={quote.cost_percent} stale={!form.fresh} />
        </dl>
      ) : (
        <LinesSkeleton
          loading={form.amount !== '' && !form.limitProblem && !quoted.isError}
          bare={quoted.isError}
          fromKind={fromWay?.kind}
        />
      )}
      {inline.shown ? (
        <Suspense fallback={<Skeleton className="h-[70px] rounded-m" />}>
          <InlineAddress inline={inline} to={ends.to} paywayName={toWay?.name} />
        </Suspense>
      ) : null}
      <div className="grid grid-cols-1 gap-2">
        <Button type="submit" disabled={Boolean(blockedBy)} aria-describedby="continue-reason">
          <Trans>Continue</Trans>
        </Button>
        <p id="continue-reason" className="min-h-5 text-center text-[13px] text-muted">
          {blockedBy ??
            (quote?.rate_locked === false ? (
              <Trans>
                By continuing you agree to the <Terms>terms of use</Terms>. The rate is fixed when your transfer
                arrives.
              </Trans>
            ) : (
              <Trans>
                By continuing you agree to the <Terms>terms of use</Terms>. The rate is locked when you confirm.
              </Trans>
            ))}
        </p>
      </div>
    </form>
  )
}

type OwnLimitProps = { above: NonNullable<Form['above']>; currency: string; checklist: Checklist }

/** The amount is above this person's own limit: what the limit is, and what a larger amount takes, before anything begins. */
function OwnLimit({ above, currency, checklist }: OwnLimitProps) {
  const { i18n } = useLingui()
  const limit = moneyText({ amount: above.most ?? '0', currency }, i18n.locale)
  return (
    <Notice tone="wait">
      {above.next.length === 0 ? (
        <Trans>You can exchange up to {limit} now.</Trans>
      ) : (
        <>
          <Trans>You can exchange up to {limit} now. A larger amount needs:</Trans>
          {checklist(above.next)}
        </>
      )}
    </Notice>
  )
}

function Amount({ end, form, problem }: { end: End; form: Form; problem: string | undefined }) {
  const { t, i18n } = useLingui()
  const endpoint = form.ends[end]
  const note = useApproximate(form, end)
  const title = end === 'from' ? t(GIVEN[form.draft.side]) : t(RECEIVED[form.draft.side])
  const currency = endpoint?.currency ?? ''
  return (
    <AmountField
      label={title}
      value={form.amounts[end]}
      scale={form.scale(end)}
      currency={currency}
      stale={end !== form.draft.fixed && !form.fresh}
      onChange={(amount) => form.type(end, amount)}
      limits={end === 'from' ? form.limits.from : undefined}
      formatLimit={(amount) => moneyText({ amount, currency }, i18n.locale)}
      problem={problem}
      note={note}
      picker={
        <EndpointPicker
          title={title}
          options={end === 'from' ? form.ends.fromList : form.ends.toList}
          chosen={endpoint}
          onChoose={(chosen) => form.pick(end, chosen)}
        />
      }
    />
  )
}

/** Why Continue would not work now, in words; undefined when it would. */
function useBlockedReason(form: Form, problems: { from: string | undefined; to: string | undefined }) {
  const { t } = useLingui()
  if (form.amount === '') return t`Enter an amount`
  if (problems.from || problems.to) return t`Check the amount`
  if (form.quoted.isError && !form.quote) return t`There is no price at the moment`
  if (!form.fresh) return t`Getting the price…`
  return undefined
}
