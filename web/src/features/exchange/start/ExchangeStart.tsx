import { Trans } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import type { Endpoint, MovementKind } from '../../../api/exchangeTypes'
import { errorText } from '../../../api/problemText'
import { lazyLater } from '../../../i18n/lazyLater'
import { seldomWords } from '../../../i18n/load'
import { Card } from '../../../ui/Card'
import { ChartGap } from '../../../ui/ChartGap'
import { Page } from '../../../ui/Page'
import { Skeleton } from '../../../ui/Skeleton'
import { ErrorState } from '../../../ui/States'
import type { TermsSlot } from '../../../domain/terms'
import type { Checklist } from '../../../domain/verification'
import { useDraft } from '../../../domain/draft'
import { pairOf } from '../chart/pairOf'
import { exchangeDraft } from '../draft'
import { useForbidden } from '../forbidden'
import { ExchangeForm } from './ExchangeForm'
import { type ExchangeForm as ExchangeFormState, useExchangeForm } from './useExchangeForm'

const PairChart = lazyLater(() => import('../chart/PairChart'), seldomWords)

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
  pendingOrder: ReactNode
  beside: ReactNode
  /** A notice above the form. */
  notice: ReactNode
}

/** The first page of an exchange: the form; beside or below it the price of the pair and running transactions. */
export function ExchangeStart({ notice, ...rest }: ExchangeStartProps) {
  const { side } = useDraft(exchangeDraft)
  return (
    <Page title={<Title kind={side} />}>
      {notice}
      <Columns {...rest} />
    </Page>
  )
}

function Columns({ pendingOrder, beside, onForbidden, ...slots }: Omit<ExchangeStartProps, 'notice'>) {
  const { attempt } = useDraft(exchangeDraft)
  const form = useExchangeForm()
  useForbidden(form.quoted.error, onForbidden)
  return (
    <div className="grid items-start gap-5 desk:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)]">
      <Card raised>{attempt ? pendingOrder : <Form form={form} {...slots} />}</Card>
      <div className="grid min-w-0 grid-cols-1 gap-5">
        <PairPrice form={form} />
        {beside}
      </div>
    </div>
  )
}

/** The price chart of the chosen pair. Loaded lazily: the form does not wait for it. */
function PairPrice({ form }: { form: ExchangeFormState }) {
  const info = (code: string) => form.catalogue.data?.currencies.find((currency) => currency.code === code)
  const pair = pairOf(form.ends, (code) => info(code)?.kind)
  if (!pair) return null
  const { base, other } = pair
  return (
    <Suspense fallback={<ChartGap />}>
      <PairChart base={base} name={info(base)?.name ?? base} other={other} />
    </Suspense>
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

type FormProps = Pick<ExchangeStartProps, 'terms' | 'checklist' | 'onContinue' | 'onDeposit'> & {
  form: ExchangeFormState
}

function Form({ form, ...slots }: FormProps) {
  const { catalogue, directions } = form
  const failed = catalogue.error ?? directions.error
  if (failed && (!catalogue.data || !directions.data)) {
    const retry = () => void Promise.all([catalogue.refetch(), directions.refetch()])
    return <ErrorState onRetry={retry}>{errorText(failed)}</ErrorState>
  }
  // The ends, their limits and the address follow from both. A form with one of them would grow under the reader's eyes.
  if (!catalogue.data || !directions.data) return <FormSkeleton />
  return <ExchangeForm form={form} {...slots} />
}

function FormSkeleton() {
  return (
    <div className="grid gap-3.5" aria-busy="true">
      <Skeleton className="h-[52px] rounded-m" />
      <div className="grid gap-1.5">
        <Skeleton className="h-[126px] rounded-m" />
        <Skeleton className="h-[126px] rounded-m" />
      </div>
      <Skeleton className="h-[70px] rounded-m" />
      <Skeleton className="h-[52px] rounded-m" />
      <Skeleton className="h-[52px] rounded-m" />
    </div>
  )
}
