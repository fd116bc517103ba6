import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Notice } from '../../../ui/Notice'
import type { DocumentsInfo } from './queries'
import { Reasons } from './Standing'

/** Why it is asked for once more: it was not good enough, or it was and has run out. */
export function OnceMore({ verification }: { verification: DocumentsInfo['verification'] }) {
  // The first picture begins it anew; what led here is still so on this page.
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
