import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { Button } from '../../../ui/Button'
import { draftAgain } from './again'
import { exchangeDraft } from '../draft'
import type { TryAgainProps } from './TryAgain'
import { catalogueQuery } from '../../../domain/queries'

/** Fills the exchange form with the terms of an earlier order; `onReady` opens it. */
export default function TryAgainButton({ transaction, repeats = false, onReady }: TryAgainProps) {
  const catalogue = useQuery(catalogueQuery)
  const again = () => {
    const payway = catalogue.data?.payways.find((way) => way.code === transaction.to.payway)
    // An attempt with an unknown result must be resolved first.
    exchangeDraft.set((now) => (now.attempt ? now : draftAgain(transaction, payway)))
    onReady(exchangeDraft.get())
  }
  return (
    <Button variant={repeats ? 'quiet' : 'primary'} onClick={again}>
      {repeats ? (
        <>
          <Repeat size={18} aria-hidden="true" />
          <Trans>Again</Trans>
        </>
      ) : (
        <Trans>Try again</Trans>
      )}
    </Button>
  )
}
