import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { Transaction } from '../../../api/exchangeTypes'
import { dayText, timeText } from '../../../i18n/format'
import { Button } from '../../../ui/Button'
import { useUsed } from '../../../ui/useUsed'
import { isFromBalance } from '../details/facts'

const CancelQuestion = lazy(() => import('./CancelQuestion'))

type CancelOrderProps = {
  transaction: Transaction
  busy: boolean
  problem: string | undefined
  onCancel: () => void
  look?: 'quiet' | 'text'
}

/** Cancels an unfinished order (specification, "What the product does"), after a confirmation. */
export function CancelOrder({ transaction, busy, problem, onCancel, look = 'quiet' }: CancelOrderProps) {
  const [asked, setAsked] = useState(false)
  const used = useUsed(asked)
  // The deadline of a payment has a countdown of its own.
  const until = isFromBalance(transaction) ? transaction.expires_at : undefined
  return (
    <>
      <Button variant={look} onClick={() => setAsked(true)}>
        <Trans>Cancel order</Trans>
      </Button>
      {until ? <Until time={until} /> : null}
      <Suspense fallback={null}>
        {used ? (
          <CancelQuestion
            transaction={transaction}
            open={asked}
            onClose={() => setAsked(false)}
            busy={busy}
            problem={problem}
            onCancel={onCancel}
          />
        ) : null}
      </Suspense>
    </>
  )
}

function Until({ time }: { time: string }) {
  const { i18n } = useLingui()
  const when = `${dayText(time, i18n.locale, new Date())}, ${timeText(time, i18n.locale)}`
  return (
    <p className="text-center text-[13px] text-muted">
      <Trans>You can cancel until {when}.</Trans>
    </p>
  )
}
