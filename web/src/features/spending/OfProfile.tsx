import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { chooseProfile } from '../../api/chosenProfile'
import { tokens } from '../../api/tokens'
import { useSession } from '../../api/useSession'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'

type OfProfileProps = {
  /** The profile in the URL; `undefined` for the active one. */
  id: string | undefined
  back: ReactNode
  children: ReactNode
}

/** A page of the active profile. For another profile of the customer it offers only to switch. */
export function OfProfile({ id, back, children }: OfProfileProps) {
  const session = useSession()
  if (id === undefined || id === tokens.profile()) return children
  const isOwn = session.status === 'in' && session.profiles.includes(id)
  return (
    <Page title={<Trans>Balance settings</Trans>} actions={back} narrow>
      <Card>
        {isOwn ? (
          <EmptyState
            art="people"
            title={<Trans>This page is of your other profile</Trans>}
            action={
              <Button onClick={() => chooseProfile(id, location.pathname)}>
                <Trans>Use that profile</Trans>
              </Button>
            }
          >
            <Trans>Each profile has balances and an order of spending of its own.</Trans>
          </EmptyState>
        ) : (
          <EmptyState art="people" title={<Trans>There is no such profile</Trans>} action={back}>
            <Trans>The address may be wrong, or the profile is closed.</Trans>
          </EmptyState>
        )}
      </Card>
    </Page>
  )
}
