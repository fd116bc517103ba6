import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button'
import { useUsed } from '../../../ui/useUsed'

const CancelQuestion = lazy(() => import('./CancelQuestion'))

type CancelOrderProps = { busy: boolean; problem: string | undefined; onCancel: () => void; look?: 'quiet' | 'text' }

/** Cancels an unfinished order (specification, section 1), after a confirmation. */
export function CancelOrder({ busy, problem, onCancel, look = 'quiet' }: CancelOrderProps) {
  const [asked, setAsked] = useState(false)
  const used = useUsed(asked)
  return (
    <>
      <Button variant={look} onClick={() => setAsked(true)}>
        <Trans>Cancel order</Trans>
      </Button>
      <Suspense fallback={null}>
        {used ? (
          <CancelQuestion
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
