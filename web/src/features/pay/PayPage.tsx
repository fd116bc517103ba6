import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Check, Hourglass } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { clockSkew } from '../../domain/clock'
import { config } from '../../host/config'
import { Button, buttonClass } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { Sheet, SheetPart } from '../../ui/Sheet'
import { Skeleton } from '../../ui/Skeleton'
import { StaleNote } from '../../ui/StaleNote'
import { EmptyState } from '../../ui/States'
import { Choose } from './Choose'
import { Decide } from './Decide'
import { LookFailed, NoPayment } from './LookFailed'
import { Others } from './Others'
import { PayAgain } from './PayAgain'
import { PayHero } from './PayHero'
import { type PayPageState, payQuery } from './payment'
import { isNoPayment } from '../../domain/payment/noPayment'
import { PlayPayment } from './PlayPayment'
import { Receipt } from './Receipt'
import { Send } from './Send'
import { Sent } from './Sent'
import { useShopColour } from '../../domain/payment/shopColour'

type PayPageProps = { token: string; Frame: ComponentType<{ hero?: ReactNode; children: ReactNode }> }

/** /pay: a payment by its secret link, without a sign-in. */
export default function PayPage({ token, Frame }: PayPageProps) {
  const queries = useQueryClient()
  const asked = useQuery(payQuery(token))
  useShopColour(asked.data?.colour)
  const show = (page: PayPageState) => queries.setQueryData(payQuery(token).queryKey, page)
  if (isNoPayment(asked.error)) return <NoPayment Frame={Frame} />
  if (asked.data) {
    return (
      <Frame hero={<PayHero page={asked.data} />}>
        {asked.isError ? <StaleNote onRetry={() => void asked.refetch()} /> : null}
        <Payment token={token} page={asked.data} at={asked.dataUpdatedAt} onPage={show} />
        {config.sandbox && asked.data.attempt ? <PlayPayment token={token} page={asked.data} onPage={show} /> : null}
      </Frame>
    )
  }
  if (asked.isError) return <LookFailed Frame={Frame} error={asked.error} onRetry={() => void asked.refetch()} />
  return (
    <Frame>
      <Skeleton className="h-[420px]" />
    </Frame>
  )
}

/** The states in which a receipt is of use. */
const RECEIPT: ReadonlySet<PayPageState['state']> = new Set(['waiting', 'seen', 'held', 'paid'])

type PaymentProps = { token: string; page: PayPageState; at: number; onPage: (page: PayPageState) => void }

function Payment({ token, page, at, onPage }: PaymentProps) {
  return (
    <Sheet>
      <SheetPart>
        <Step token={token} page={page} at={at} onPage={onPage} />
      </SheetPart>
      <Others token={token} page={page} onPage={onPage} />
      {page.is_payer && RECEIPT.has(page.state) ? (
        <SheetPart>
          <Receipt token={token} page={page} onPage={onPage} />
        </SheetPart>
      ) : null}
      {page.return_url ? (
        <SheetPart>
          <Return page={page} url={page.return_url} />
        </SheetPart>
      ) : null}
    </Sheet>
  )
}

/** What the payer does now. */
function Step({ token, page, at, onPage }: PaymentProps) {
  const [choosing, setChoosing] = useState(false)
  const { attempt, state, may_choose } = page
  const chosen = (next: PayPageState) => {
    setChoosing(false)
    onPage(next)
  }
  const choice = <Choose token={token} page={page} onPage={chosen} />
  if (state === 'open' || (choosing && may_choose)) return choice
  if (attempt && (state === 'waiting' || state === 'paid_partly')) {
    return (
      <div className="grid grid-cols-1 gap-5">
        <Send attempt={attempt} skew={clockSkew(page.server_time, at)} partly={state === 'paid_partly'} />
        {may_choose ? (
          <Button variant="text" onClick={() => setChoosing(true)}>
            <ArrowLeft size={18} aria-hidden="true" />
            <Trans>Pay in another currency</Trans>
          </Button>
        ) : null}
        {state === 'paid_partly' ? <Decide token={token} money={{ ...page, attempt }} onPage={onPage} /> : null}
      </div>
    )
  }
  if (attempt && (state === 'paid_over' || state === 'paid_late')) {
    return <Decide token={token} money={{ ...page, attempt }} onPage={onPage} />
  }
  if (state === 'rate_expired' || state === 'failed' || (state === 'returned' && may_choose)) {
    return (
      <div className="grid grid-cols-1 gap-4">
        {attempt && state === 'returned' ? <Sent attempt={attempt} state={state} /> : null}
        {state === 'rate_expired' ? (
          <Notice tone="plain">
            <Trans>The rate was promised for a limited time. Ask for a new one, and pay to the new address.</Trans>
          </Notice>
        ) : null}
        {attempt && may_choose ? (
          <PayAgain token={token} page={page} attempt={attempt} onPage={chosen} onOther={() => setChoosing(true)} />
        ) : null}
      </div>
    )
  }
  if (state === 'expired') {
    return (
      <EmptyState art="hourglass" title={<Trans>The time to pay is over</Trans>}>
        <Trans>Nothing was paid. Ask the shop for a new link.</Trans>
      </EmptyState>
    )
  }
  if (state === 'cancelled') {
    return (
      <EmptyState art="hourglass" title={<Trans>The shop cancelled this payment</Trans>}>
        <Trans>Send nothing any more. Ask the shop for a new link if you still want to pay.</Trans>
      </EmptyState>
    )
  }
  if (state === 'closed') {
    return (
      <Notice tone="plain">
        <Trans>The shop settled this payment in another way. Ask the shop about it.</Trans>
      </Notice>
    )
  }
  return attempt ? <Sent attempt={attempt} state={state} /> : null
}

function Return({ page, url }: { page: PayPageState; url: string }) {
  const paid = page.state === 'paid'
  const Icon = paid ? Check : page.state === 'seen' ? Hourglass : ArrowLeft
  return (
    <a href={url} className={buttonClass(paid ? 'primary' : 'quiet')}>
      <Icon size={18} aria-hidden="true" />
      <Trans>Return to {page.merchant}</Trans>
    </a>
  )
}
