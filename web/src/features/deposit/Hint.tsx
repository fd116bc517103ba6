import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card } from '../../ui/Card'

type HintProps = {
  currency: string
  isBank: boolean
  /** Wraps words in a link to the deposit details. */
  link: (words: ReactNode) => ReactNode
}

/** On a deposit with a fixed amount: points to the deposit without one. */
export function Hint({ currency, isBank, link }: HintProps) {
  return (
    <Card title={<Trans>Any amount, any time</Trans>}>
      <p className="mb-4 text-muted">
        {isBank ? (
          <Trans>You have a reference of your own for transfers in {currency}. They need no order.</Trans>
        ) : (
          <Trans>You have an address of your own for {currency}. What you send there needs no order.</Trans>
        )}
      </p>
      {link(<Trans>Show my details</Trans>)}
    </Card>
  )
}
