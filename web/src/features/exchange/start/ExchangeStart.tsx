import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Endpoint, MovementKind } from '../../../api/exchangeTypes'
import { errorText } from '../../../api/problemText'
import { Card } from '../../../ui/Card'
import { Page } from '../../../ui/Page'
import { Skeleton } from '../../../ui/Skeleton'
import { ErrorState } from '../../../ui/States'
import type { TermsSlot } from '../../../domain/terms'
import type { Checklist } from '../../../domain/verification'
import { useDraft } from '../../../domain/draft'
import { exchangeDraft } from '../draft'
import { useForbidden } from '../forbidden'
import { ExchangeForm } from './ExchangeForm'
import { useExchangeForm } from './useExchangeForm'

type ExchangeStartProps = {
  /** Link to the terms. */
  terms: TermsSlot
  onContinue: () => void
  /** Opens a deposit to the balance of a currency. */
  onDeposit: (currency: Endpoint['currency']) => void
  checklist: Checklist
  /** Residents of the customer's country are no longer served. */
  onForbidden: () => void
  /** Replaces the form while an order's result is unknown. */
  unsettled: ReactNode
  beside: ReactNode
  /** A notice above the form. */
  notice: ReactNode
}

/** The first page of an exchange: the form, and running transactions beside or below it. */
export function ExchangeStart({ unsettled, beside, notice, ...form }: ExchangeStartProps) {
  const { attempt, side } = useDraft(exchangeDraft)
  return (
    <Page title={<Title kind={side} />}>
      {notice}
      <div className="grid items-start gap-5 desk:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <Card>{attempt ? unsettled : <Form {...form} />}</Card>
        <div className="grid min-w-0 grid-cols-1 gap-5">{beside}</div>
      </div>
    </Page>
  )
}

function Title({ kind }: { kind: MovementKind }) {
  switch (kind) {
    case 'DEPOSIT':
      return <Trans>Deposit</Trans>
    case 'WITHDRAW':
      return <Trans>Withdraw</Trans>
    case 'CONVERT':
      return <Trans>Convert</Trans>
    default:
      return <Trans>Exchange</Trans>
  }
}

type FormProps = Pick<ExchangeStartProps, 'terms' | 'checklist' | 'onContinue' | 'onDeposit' | 'onForbidden'>

function Form({ onForbidden, ...slots }: FormProps) {
  const form = useExchangeForm()
  useForbidden(form.quoted.error, onForbidden)
  const { catalogue, directions } = form
  const failed = catalogue.error ?? directions.error
  if (failed && (!catalogue.data || !directions.data)) {
    const retry = () => void Promise.all([catalogue.refetch(), directions.refetch()])
    return <ErrorState onRetry={retry}>{errorText(failed)}</ErrorState>
  }
  if (!catalogue.data) return <FormSkeleton />
  return <ExchangeForm form={form} {...slots} />
}

function FormSkeleton() {
  return (
    <div className="grid gap-[18px]" aria-busy="true">
      <Skeleton className="h-[52px] rounded-m" />
      <div className="grid gap-1.5">
        <Skeleton className="h-[126px] rounded-m" />
        <Skeleton className="h-[126px] rounded-m" />
      </div>
      <Skeleton className="h-[45px] rounded-m" />
      <Skeleton className="h-24" />
      <Skeleton className="h-[52px] rounded-m" />
    </div>
  )
}
