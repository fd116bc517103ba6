import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import type { Act } from '../../api/queries'
import { Go } from '../../parts/Go'

/** What became of the proposal. */
export function Proposed({ act, onClose }: { act: Act; onClose: () => void }) {
  return (
    <div className="grid gap-4">
      {act.state === 'done' ? (
        <Notice tone="ok">
          <Trans>Done. It is in the audit log.</Trans>
        </Notice>
      ) : (
        <Notice tone="wait">
          <Trans>Waits for a second operator.</Trans>{' '}
          <Go to="/approvals" onGo={onClose} className="font-semibold underline">
            <Trans>Approvals</Trans>
          </Go>
        </Notice>
      )}
      <Button onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </div>
  )
}
