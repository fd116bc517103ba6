import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card } from '../../ui/Card'

/** The profile's way to what guards the account; the links are slots, since features know no routes. */
export function SecurityMenu({ children }: { children: ReactNode }) {
  return (
    <Card title={<Trans>Security</Trans>}>
      <div className="grid gap-2">{children}</div>
    </Card>
  )
}
