import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card } from '../../ui/Card'

/** The security section of the profile page. The links are slots, because features know no routes. */
export function SecurityMenu({ children }: { children: ReactNode }) {
  return (
    <Card title={<Trans>Security</Trans>}>
      <div className="grid gap-2">{children}</div>
    </Card>
  )
}
