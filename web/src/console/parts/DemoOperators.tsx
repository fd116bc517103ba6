import { Trans } from '@lingui/react/macro'
import { Card } from '../../ui/Card'
import type { Session } from '../api/queries'
import { DemoButton } from './DemoButton'
import { numbered } from './numbered'
import { useRoleName } from './roleNames'

type DemoOperatorsProps = { all: NonNullable<Session['demo_operators']>; onDone: () => Promise<void> }

/** In a local sandbox: a button for each demo operator. */
export function DemoOperators({ all, onDone }: DemoOperatorsProps) {
  const name = useRoleName()
  return (
    <Card title={<Trans>Continue as demo operator</Trans>}>
      <p className="mb-4 text-muted">
        <Trans>
          This is a sandbox on your own machine: act in any role, without a code. What takes two takes two here too.
        </Trans>
      </p>
      <div className="grid gap-2">
        {numbered(all).map(([one, number]) => (
          <DemoButton key={one.id} operator={one.id} onDone={onDone}>
            {number ? `${name(one.role)} ${number}` : name(one.role)}
          </DemoButton>
        ))}
      </div>
    </Card>
  )
}
