import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { config } from '../../host/config'
import { buttonClass } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'

/** The page of one contact: its form, and a back link. */
export function ContactPage({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Page title={title} narrow>
      <div className="grid gap-3">
        <Card>{children}</Card>
        <Link to="/profile/personal-details" className={buttonClass('quiet')}>
          <Trans>Back to personal details</Trans>
        </Link>
      </div>
    </Page>
  )
}

/** A sandbox sends nothing: its mailbox shows the code. */
export function sandboxMailbox(to: string): ReactNode {
  if (!config.sandbox) return null
  return (
    <Link to="/sandbox/mail" search={{ to }} target="_blank" className={buttonClass('text')}>
      <Trans>Open the sandbox mailbox</Trans>
    </Link>
  )
}

/** The words of the link to the page of the phone, and its title. */
export function ChangePhone() {
  return <Trans>Change phone</Trans>
}
