import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import type { Transaction } from '../../api/exchangeTypes'
import { useDraft } from '../../domain/draft'
import { HeroAmount } from '../../domain/HeroAmount'
import { PriceLines } from '../../domain/PriceLines'
import { SupportLink } from '../../domain/SupportLink'
import { useProblemWords } from '../../domain/useProblemWords'
import { ActionBar } from '../../ui/ActionBar'
import { lazyLater } from '../../i18n/lazyLater'
import { Button } from '../../ui/Button'
import { CurrencyIcon } from '../../ui/CurrencyIcon'
import { Line, Lines } from '../../ui/Lines'
import { Notice } from '../../ui/Notice'
import { Sheet, SheetPart } from '../../ui/Sheet'
import { Skeleton } from '../../ui/Skeleton'
import { AboveLimit } from './AboveLimit'
import { transferDraft } from './draft'
import { isPayCode, type Recipient, transferQuote } from './queries'
import { useSend } from './useSend'

const ScamNote = lazyLater(() => import('../../domain/caution/ScamNote'))

type TransferReviewProps = {
  recipient: Recipient
  /** Link to the verification that a transfer of this size requires. */
  verify: ReactNode
  onSent: (transfer: Transaction) => void
}

/** The confirmation before the transfer: receiver, amount and fees. */
export function TransferReview({ recipient, verify, onSent }: TransferReviewProps) {
  const { t } = useLingui()
  const draft = useDraft(transferDraft)
  const words = useProblemWords()
  // An empty draft has no price.
  const isOpen = draft.attempt === undefined && draft.amount !== ''
  const quote = useQuery({ ...transferQuote(draft), enabled: isOpen })
  const { send, busy, problem, unresolved } = useSend(onSent)
  const must = quote.data && quote.data.requirements.length > 0 && !unresolved ? quote.data : undefined
  if (quote.isLoading) return <Skeleton className="h-64" />
  if (quote.error && !unresolved) return <Notice tone="bad">{words(quote.error)}</Notice>
  return (
    <div className="grid grid-cols-1 items-start gap-5 desk:grid-cols-[minmax(0,1fr)_336px]">
      <Sheet>
        <SheetPart className="flex items-center gap-3">
          <CurrencyIcon code={draft.currency} size={48} />
          <div className="min-w-0 flex-1">
            <p className="text-[13px] text-muted">
              <Trans>You send</Trans>
            </p>
            <HeroAmount amount={draft.amount} currency={draft.currency} />
          </div>
        </SheetPart>
        <SheetPart>
          <Lines>
            <Line label={t`To`}>{recipient.name}</Line>
            {isPayCode(recipient.contact) ? null : <Line label={t`Contact`}>{recipient.contact}</Line>}
            {draft.note.trim() ? <Line label={t`Note`}>{draft.note.trim()}</Line> : null}
          </Lines>
          {recipient.is_registered ? (
            <p className="text-[13px] text-muted">
              <Trans>Compare the name. A transfer that has arrived cannot be taken back.</Trans>
            </p>
          ) : (
            <Notice tone="wait">
              <Trans>
                Nobody has an account with this contact yet. The money is set aside for 7 days and comes back by itself
                if nobody claims it. Until then you can cancel.
              </Trans>
            </Notice>
          )}
        </SheetPart>
        <SheetPart>
          <Lines>
            {quote.data ? (
              <PriceLines
                lines={quote.data.lines.filter((line) => line.kind !== 'amount_converted')}
                fromKind={undefined}
              />
            ) : null}
            <Line label={t`Arrives`}>{recipient.is_registered ? t`At once` : t`When they sign in`}</Line>
          </Lines>
          {problem ? (
            <Notice tone="bad" action={problem.asksSupport ? <SupportLink /> : undefined}>
              {problem.text}
            </Notice>
          ) : null}
          {must ? <AboveLimit currency={must.from_currency} /> : null}
          <ActionBar>
            {must ? (
              verify
            ) : (
              <Button busy={busy} onClick={() => void send(quote.data)}>
                {unresolved ? <Trans>Try again</Trans> : <Trans>Send</Trans>}
              </Button>
            )}
          </ActionBar>
        </SheetPart>
      </Sheet>
      <Suspense fallback={null}>
        <ScamNote />
      </Suspense>
    </div>
  )
}
