import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/Button'
import { Spinner } from '../../../ui/Spinner'
import type { Act } from '../../api/queries'
import type { Change } from '../../api/rules'
import { DryRun } from './DryRun'
import { PolicyChanges } from './PolicyChanges'
import { ProposeForm } from './ProposeForm'
import { Refused } from './Refused'

export type ReviewProps = {
  change: Change
  busy: boolean
  onBusy: (busy: boolean) => void
  onMade: (act: Act) => void
  onReload: () => void
  onClose: () => void
}

/** The changes as the approver will see them, their effect on past orders, and the form of the proposal. */
export function Review(props: ReviewProps) {
  const { change, onReload, onClose } = props
  const preview = useQuery(change.preview)
  if (preview.error)
    return (
      <div className="grid gap-4">
        <Refused error={preview.error} onReload={onReload} />
        <Closing onClose={onClose} />
      </div>
    )
  if (!preview.data)
    return (
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner />
        <Trans>Trying the rules on the orders of the last 30 days…</Trans>
      </p>
    )
  const { differences, dry_run } = preview.data
  return (
    <div className="grid gap-5">
      <section className="grid gap-2">
        <h3 className="font-semibold">
          <Trans>What changes</Trans>
        </h3>
        {differences.length > 0 ? (
          <PolicyChanges differences={differences} />
        ) : (
          <Trans>Nothing: the values are the same.</Trans>
        )}
      </section>
      {differences.length > 0 ? (
        <>
          <DryRun run={dry_run} />
          <ProposeForm {...props} />
        </>
      ) : (
        <Closing onClose={onClose} />
      )}
    </div>
  )
}

function Closing({ onClose }: Pick<ReviewProps, 'onClose'>) {
  return (
    <Button variant="quiet" onClick={onClose}>
      <Trans>Close</Trans>
    </Button>
  )
}
