import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Page } from '../../ui/Page'

type ProfileProps = {
  head: ReactNode
  /** The groups of rows, for the left and the right column of a desktop. On a phone the left ones come first. */
  left: ReactNode
  right: ReactNode
  foot: ReactNode
}

/** The profile: the customer above, and everything about the account as rows with their states. */
export function Profile({ head, left, right, foot }: ProfileProps) {
  return (
    <Page title={<Trans>Profile</Trans>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {head}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 desk:grid-cols-2 desk:items-start desk:gap-5">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{left}</div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{right}</div>
        </div>
        {foot}
      </div>
    </Page>
  )
}
