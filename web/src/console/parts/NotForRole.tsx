import { Trans } from '@lingui/react/macro'
import { EmptyState } from '../../ui/States'

/** Stands where a page or a list would, if the operator's role cannot read it. */
export function NotForRole() {
  return (
    <EmptyState title={<Trans>Your role cannot see this</Trans>}>
      <Trans>An administrator can change your role.</Trans>
    </EmptyState>
  )
}
