import { Trans } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useProblemWords } from '../../../domain/useProblemWords'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { Skeleton } from '../../../ui/Skeleton'
import { Spinner } from '../../../ui/Spinner'
import type { Payee } from './usePayee'

// Loaded lazily: nearly always the bank confirms the name.
const PayeeDoubt = lazy(() => import('./PayeeDoubt'))

export type PayeeCheckProps = {
  payee: Payee
  /** An order is being created: disables changes. */
  locked: boolean
  /** Goes back to the account and the name. */
  onChange: () => void
}

/** The result of the Verification of Payee (Regulation (EU) 2024/886), and the customer's choice. */
export function PayeeCheck({ payee, locked, onChange }: PayeeCheckProps) {
  const words = useProblemWords()
  const { account, verdict, error } = payee
  if (!account || verdict?.result === 'not_required') return null
  const name = account.full_name
  if (error) {
    return (
      <Notice tone="bad" action={<AskAgain onAsk={payee.ask} />}>
        {words(error)}
      </Notice>
    )
  }
  switch (verdict?.result) {
    case undefined:
      return (
        <p className="flex items-center gap-3 rounded-m bg-sunken px-4 py-3 text-[14px] text-muted" role="status">
          <Spinner />
          <span className="min-w-0 wrap-anywhere">
            <Trans>Asking the bank whether the account is in the name {name}…</Trans>
          </span>
        </p>
      )
    case 'match':
      return (
        <div role="status">
          <Notice tone="ok">
            <Trans>The bank confirms that the account is in the name {name}.</Trans>
          </Notice>
        </div>
      )
    default:
      return (
        <Suspense fallback={<Skeleton className="h-48" />}>
          <PayeeDoubt payee={payee} name={name} locked={locked} onChange={onChange} />
        </Suspense>
      )
  }
}

// Cancels the padding of a text button, so that it aligns with the lines above.
export const FLUSH = '-mx-2 -my-2 justify-self-start'

export function AskAgain({ onAsk }: { onAsk: () => void }) {
  return (
    <Button variant="text" className={FLUSH} onClick={onAsk}>
      <Trans>Ask again</Trans>
    </Button>
  )
}
