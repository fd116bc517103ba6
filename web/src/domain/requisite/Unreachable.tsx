import { Trans } from '@lingui/react/macro'
import { Notice } from '../../ui/Notice'

/** The details could not be validated. Unvalidated details are never used. */
export function Unreachable() {
  return (
    <Notice tone="bad">
      <Trans>The details could not be checked. Look at your connection and try again.</Trans>
    </Notice>
  )
}
