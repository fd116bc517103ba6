import { Trans } from '@lingui/react/macro'
import { EmptyState } from '../../ui/States'

/** Replaces a page or list that the operator's role cannot read. */
export function NotForRole() {
  return (
    <EmptyState art="lock" title={<Trans>Your role cannot see this</Trans>}>
      <Trans>An administrator can change your role.</Trans>
    </EmptyState>
  )
}
