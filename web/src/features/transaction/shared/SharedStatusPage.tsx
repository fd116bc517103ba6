import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../../../api/problemText'
import { shorten } from '../../../domain/address'
import { BALANCE, CUSTOMER } from '../../../domain/balance'
import { useCatalogue } from '../../../domain/catalogue'
import { HeroAmount } from '../../../domain/HeroAmount'
import { isFinal } from '../../../domain/isFinal'
import { paywayName } from '../../../domain/paywayName'
import { timeText } from '../../../i18n/format'
import { Badge } from '../../../ui/Badge'
import { Card } from '../../../ui/Card'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { Progress } from '../../../ui/Progress'
import { Sheet, SheetPart } from '../../../ui/Sheet'
import { StaleNote } from '../../../ui/StaleNote'
import { EmptyState, ErrorState } from '../../../ui/States'
import { expectedTimes, isLate } from '../details/expected'
import { Fact } from '../details/Fact'
import { hasProgress } from '../details/facts'
import { Hash } from '../details/Hash'
import { StepLines } from '../details/Timeline'
import { Loading } from '../LoadStates'
import { isNoLink, type SharedStatus, type SharedTransfer, sharedStatusQuery } from './queries'
import { useSharedWords } from './useSharedWords'

type SharedStatusPageProps = {
  /** The secret of the link. */
  token: string
  /** Link to sign in. */
  signIn: ReactNode
}

/** /status: one order by its secret link, without a sign-in. */
export function SharedStatusPage({ token, signIn }: SharedStatusPageProps) {
  const status = useQuery(sharedStatusQuery(token))
  if (isNoLink(status.error)) return <NoLink signIn={signIn} />
  if (!status.data) {
    return (
      <Bare>
        {status.isError ? (
          <ErrorState onRetry={() => void status.refetch()}>{errorText(status.error)}</ErrorState>
        ) : status.isPaused ? (
          <ErrorState title={<Trans>There is no connection</Trans>}>
            <Trans>The status is shown as soon as you are online.</Trans>
          </ErrorState>
        ) : (
          <Loading />
        )}
      </Bare>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      {status.isError ? <StaleNote onRetry={() => void status.refetch()} /> : null}
      <Shared shared={status.data} />
      <footer className="grid justify-items-center gap-2 text-center">
        <p className="max-w-[46ch] text-[13px] text-pretty text-muted">
          <Trans>
            The owner of this order shared this page. It shows no names and no accounts, and nothing can be changed
            here.
          </Trans>
        </p>
        {signIn}
      </footer>
    </div>
  )
}

/** The page without an order. */
function Bare({ children }: { children: ReactNode }) {
  return (
    <>
      <h1 className="sr-only">
        <Trans>Status of an order</Trans>
      </h1>
      <Card>{children}</Card>
    </>
  )
}

function NoLink({ signIn }: { signIn: ReactNode }) {
  return (
    <Bare>
      <EmptyState art="search" title={<Trans>This link does not work</Trans>} action={signIn}>
        <Trans>It may be incomplete, withdrawn or over its date. Ask the person who sent it for a new one.</Trans>
      </EmptyState>
    </Bare>
  )
}

function Shared({ shared }: { shared: SharedStatus }) {
  const { t, i18n } = useLingui()
  const catalogue = useCatalogue()
  const words = useSharedWords(shared)
  const { from, to, incoming, outgoing, progress, expires_at } = shared
  const way = (code: string) => catalogue.data?.payways.find((payway) => payway.code === code)
  const wayName = (code: string) => {
    if (code === BALANCE) return t`Balance`
    if (code === CUSTOMER) return t`Another customer`
    const found = way(code)
    return found ? paywayName(found, (word) => i18n._(word)) : code
  }
  const order = {
    steps: shared.steps,
    server_time: shared.server_time,
    source: { instructions: shared.payment_kind ? { kind: shared.payment_kind, crypto: incoming } : undefined },
    payout: outgoing?.required ? outgoing : undefined,
  }
  const network = way(to.payway)?.network
  const badge = words.badge()
  return (
    <div>
      {hasProgress(shared) ? <Progress percent={progress} label={t`Progress of the order`} /> : null}
      <Sheet>
        <SheetPart>
          <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
            <h1 className="text-[20px] font-semibold tracking-[-0.015em]">
              <Trans>Status of an order</Trans>
            </h1>
            <Badge tone={badge.tone}>{badge.word}</Badge>
          </header>
          <div className="grid grid-cols-1 gap-2">
            <End label={t`Goes in`} money={from} way={wayName(from.payway)} />
            <ArrowDown size={20} aria-hidden="true" className="ml-3.5 text-muted" />
            <End label={t`Comes out`} money={to} way={wayName(to.payway)} estimate={!shared.rate_locked} />
          </div>
        </SheetPart>
        <SheetPart>
          <StepLines
            steps={shared.steps}
            words={words.step}
            expected={expectedTimes(order, network)}
            late={isLate(order, network) ? <Trans>Longer than usual.</Trans> : undefined}
          />
        </SheetPart>
        <SheetPart>
          <dl className="grid grid-cols-1 gap-2.5 text-[14px]">
            <TransferFact label={t`Payment on the network`} transfer={incoming} />
            <TransferFact label={t`Payout on the network`} transfer={outgoing} />
            {expires_at ? <Fact label={t`To be paid by`}>{timeText(expires_at, i18n.locale)}</Fact> : null}
            <Fact label={t`Last change`}>{moment(shared.updated_at, i18n)}</Fact>
          </dl>
          {isFinal(shared.status) ? null : (
            <p className="text-[13px] text-muted">
              <Trans>This page updates by itself.</Trans>
            </p>
          )}
        </SheetPart>
      </Sheet>
    </div>
  )
}

type EndProps = {
  label: string
  money: { amount: string; currency: string }
  way: string
  estimate?: boolean
}

/** What goes in, or what comes out. */
function End({ label, money, way, estimate = false }: EndProps) {
  return (
    <div className="flex items-center gap-3">
      <CurrencyIcon code={money.currency} size={48} />
      <div className="min-w-0 flex-1">
        <p className="text-[13px] font-medium text-muted">
          {label} · {way}
        </p>
        <HeroAmount amount={money.amount} currency={money.currency} estimate={estimate} />
      </div>
    </div>
  )
}

function TransferFact({ label, transfer }: { label: string; transfer: SharedTransfer | null | undefined }) {
  if (!transfer?.hash) return null
  return (
    <Fact label={label} copy={transfer.hash} mono>
      <Hash hash={transfer.hash} payway={transfer.payway}>
        {shorten(transfer.hash, 6, 6)}
      </Hash>
    </Fact>
  )
}

type Dates = { date: (value: string, format: Intl.DateTimeFormatOptions) => string }

function moment(at: string, i18n: Dates): string {
  return i18n.date(at, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}
