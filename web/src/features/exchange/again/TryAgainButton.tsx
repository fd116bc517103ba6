import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Transaction } from '../../../api/exchangeTypes'
import { Button } from '../../../ui/Button'
import { draftAgain } from './again'
import { exchangeDraft } from '../draft'
import { catalogueQuery } from '../../../domain/queries'

/** Fills the exchange form with the terms of a failed order; `onReady` opens it. */
export default function TryAgainButton({ transaction, onReady }: { transaction: Transaction; onReady: () => void }) {
  const catalogue = useQuery(catalogueQuery)
  const again = () => {
    const payway = catalogue.data?.payways.find((way) => way.code === transaction.to.payway)
    // An attempt with an unknown result must be resolved first.
    exchangeDraft.set((now) => (now.attempt ? now : draftAgain(transaction, payway)))
    onReady()
  }
  return (
    <Button onClick={again}>
      <Trans>Try again</Trans>
    </Button>
  )
}
