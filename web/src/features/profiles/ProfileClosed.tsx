import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Notice } from '../../ui/Notice'

/** Explains after a reload that the active profile was closed elsewhere. */
export default function ProfileClosed() {
  const [read, setRead] = useState(false)
  if (read) return null
  return (
    <div className="mb-4" role="status">
      <Notice
        tone="wait"
        action={
          <button
            type="button"
            className="-my-1 min-h-11 justify-self-start font-semibold underline"
            onClick={() => setRead(true)}
          >
            <Trans>Close</Trans>
          </button>
        }
      >
        <Trans>The profile you were using here was closed elsewhere. You now see your main profile.</Trans>
      </Notice>
    </div>
  )
}
