import { Trans, useLingui } from '@lingui/react/macro'
import type { FormEvent, ReactNode } from 'react'
import { errorText } from '../../../api/problemText'
import { fieldErrors } from '../../../domain/problem'
import { useProblemWords } from '../../../domain/useProblemWords'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Columns } from '../../../ui/Columns'
import { Page } from '../../../ui/Page'
import { Skeleton } from '../../../ui/Skeleton'
import { ErrorState } from '../../../ui/States'
import { CostSummary } from '../../../domain/cost/summary/CostSummary'
import { changeTerms, exchangeDraft } from '../draft'
import { EndpointPicker } from '../pickers/EndpointPicker'
import { AmountField } from '../start/AmountField'
import { useLimitWords } from '../useLimitWords'
import { HowItWorks } from './HowItWorks'
import { RouteList } from './RouteList'
import { sideOf, type UnifiedForm, useUnifiedForm } from './useUnifiedForm'
import '../start/start.css'

type UnifiedStartProps = { back: ReactNode; deposit: ReactNode; onContinue: () => void }

/** /utransaction: what should arrive, and what pays for it. */
export default function UnifiedStart({ back, deposit, onContinue }: UnifiedStartProps) {
  const form = useUnifiedForm()
  const { catalogue } = form
  return (
    <Page title={<Trans>What should arrive?</Trans>} back={back}>
      {catalogue.isError && !catalogue.data ? (
        <ErrorState onRetry={() => void catalogue.refetch()}>{errorText(catalogue.error)}</ErrorState>
      ) : (
        <Columns side={<HowItWorks />}>
          <Card raised>
            {catalogue.data ? <Form form={form} deposit={deposit} onContinue={onContinue} /> : <Waiting />}
          </Card>
        </Columns>
      )}
    </Page>
  )
}

function Form({ form, deposit, onContinue }: Omit<UnifiedStartProps, 'back'> & { form: UnifiedForm }) {
  const { t } = useLingui()
  const { draft, to, chosen, catalogue } = form
  const problem = useRefusal(form)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!chosen?.is_covered || !to) return
    const from = { currency: chosen.quote.from_currency, payway: chosen.quote.from_payway }
    const side = sideOf(chosen)
    const { payoutKind } = form
    exchangeDraft.set((now) => ({ ...changeTerms(now, { from, to, side, payoutKind, fixed: 'to' }), agreed: true }))
    onContinue()
  }
  const title = t`Arrives`
  return (
    <form className="grid grid-cols-1 gap-4" onSubmit={submit} noValidate>
      <AmountField
        label={title}
        value={draft.amount}
        scale={form.scale}
        currency={to?.currency ?? ''}
        stale={false}
        fixed
        onChange={(amount) => exchangeDraft.set((now) => changeTerms(now, { to, amount, fixed: 'to' }))}
        problem={problem}
        note={<Trans>Exactly this much arrives. All fees are on top.</Trans>}
        picker={
          <EndpointPicker
            title={title}
            options={form.options}
            chosen={to}
            priceOf={form.priceOf}
            onChoose={(endpoint) => exchangeDraft.set((now) => changeTerms(now, { to: endpoint }))}
          />
        }
      />
      <RouteList form={form} deposit={deposit} />
      {chosen ? (
        <CostSummary
          from={{ amount: chosen.quote.from_amount, currency: chosen.quote.from_currency }}
          to={{ amount: chosen.quote.to_amount, currency: chosen.quote.to_currency }}
          lines={chosen.quote.lines}
          percent={chosen.quote.cost_percent}
          fromKind={catalogue.data?.payways.find(({ code }) => code === chosen.quote.from_payway)?.kind}
          stale={!form.isFresh}
        />
      ) : null}
      <div className="grid grid-cols-1 gap-2">
        <Button type="submit" disabled={!chosen?.is_covered || !form.isFresh} aria-describedby="continue-reason">
          <Trans>Continue</Trans>
        </Button>
        <p id="continue-reason" className="min-h-5 text-center text-[13px] text-muted">
          <Missing form={form} />
        </p>
      </div>
    </form>
  )
}

/** Why nothing can pay for the amount: the exceeded limit, or the text of the refusal. */
function useRefusal({ error, to }: UnifiedForm): string | undefined {
  const words = useProblemWords()
  const limits = useLimitWords()
  if (!error) return undefined
  const [field] = fieldErrors(error)
  return field ? limits.ofField(field, to?.currency ?? '') : words(error)
}

/** Shows what the person must do before the form can continue. */
function Missing({ form: { draft, routes, chosen } }: { form: UnifiedForm }) {
  if (draft.amount === '') return <Trans>Enter an amount</Trans>
  if (chosen || !routes?.some((route) => route.is_covered)) return null
  return <Trans>Choose the balance that pays</Trans>
}

function Waiting() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <Skeleton className="h-[126px] rounded-m" />
      <Skeleton className="h-[120px] rounded-m" />
      <Skeleton className="h-[52px] rounded-m" />
    </div>
  )
}
