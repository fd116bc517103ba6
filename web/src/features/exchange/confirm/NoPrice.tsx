import { Trans } from '@lingui/react/macro'
import { useProblemWords } from '../../../domain/useProblemWords'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { exchangeDraft } from '../draft'
import { promoRefusal } from '../price/promoRefusal'
import { useRefusalWords } from '../price/useRefusalWords'
import { isAboutAmount } from './orderErrors'

type NoPriceProps = { error: unknown; onRetry: () => void; onAmount: () => void }

/** Why there is no price, and what helps. */
export function NoPrice({ error, onRetry, onAmount }: NoPriceProps) {
  const words = useProblemWords()
  if (promoRefusal(error)) return <NoPromo error={error} />
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

/** The promo code stopped giving its discount. The price without it is another one, so the customer decides. */
function NoPromo({ error }: { error: unknown }) {
  const words = useRefusalWords()
  return (
    <Notice
      tone="wait"
      action={
        <Button
          variant="text"
          className="-ml-2 justify-self-start"
          onClick={() =>
            exchangeDraft.set(({ quote: _quote, attempt: _attempt, ...now }) => ({ ...now, promo: undefined }))
          }
        >
          <Trans>See the price without it</Trans>
        </Button>
      }
    >
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
