import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Notice } from '../../../ui/Notice'
import type { DocumentsInfo } from './queries'
import { Reasons } from './VerificationState'

/** Why documents are requested again: they were rejected, or they have expired. */
export function OnceMore({ verification }: { verification: DocumentsInfo['verification'] }) {
  // The first upload changes the status; this page keeps the original reason.
  const [ranOut] = useState(verification.status === 'EXPIRED')
  return (
    <Notice tone="act">
      {ranOut ? (
        <Trans>The document you were verified with has expired. Please send a valid one.</Trans>
      ) : (
        <Trans>We could not accept it yet. Please send it again.</Trans>
      )}
      <Reasons reasons={verification.reasons} />
    </Notice>
  )
}
