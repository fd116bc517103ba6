import { Trans } from '@lingui/react/macro'
import { useProblemWords } from '../../../domain/useProblemWords'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { isAboutAmount } from './orderErrors'

type NoPriceProps = { error: unknown; onRetry: () => void; onAmount: () => void }

/** Why there is no price, and what helps. */
export function NoPrice({ error, onRetry, onAmount }: NoPriceProps) {
  const words = useProblemWords()
  const retry = (
    <Button variant="text" className="-ml-2 justify-self-start" onClick={onRetry}>
      <Trans>Try again</Trans>
    </Button>
  )
  return (
    <Notice tone="bad" action={isAboutAmount(error) ? <ChangeAmount onAmount={onAmount} /> : retry}>
      {words(error)}
    </Notice>
  )
}

/** Offered where another amount helps and a retry does not. */
export function ChangeAmount({ onAmount }: { onAmount: () => void }) {
  return (
    <Button variant="text" className="-ml-2 justify-self-start" onClick={onAmount}>
      <Trans>Change the amount</Trans>
    </Button>
  )
}
