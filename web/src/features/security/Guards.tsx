import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { Card } from '../../ui/Card'
import { ListRows } from '../../ui/ListRow'
import { SwitchRow } from '../../ui/SwitchRow'
import type { Switches } from './queries'

/** What a second factor protects, before there is one. */
export function Guarded() {
  const rows = useGuardRows()
  return (
    <Card title={<Trans>What it protects</Trans>}>
      <ul className="grid gap-3">
        {rows.map(({ name, title, note }) => (
          <li key={name} className="flex gap-3">
            <Check size={18} className="mt-0.5 shrink-0 text-ok" aria-hidden="true" />
            <span className="grid">
              <span className="t-row">{title}</span>
              <span className="t-cap text-muted">{note}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type GuardRow = { name: keyof Switches; title: string; note: string }

/** The actions that a second factor can protect. */
function useGuardRows(): readonly GuardRow[] {
  const { t } = useLingui()
  return [
    { name: 'signin', title: t`Signing in`, note: t`After the code from the email` },
    { name: 'transfer', title: t`Sending money`, note: t`Orders and refunds` },
    { name: 'card_details', title: t`Card details`, note: t`Number, expiry and CVV` },
  ]
}

/** The switches of what the second factor is asked for. */
export function Guards({ switches, onChange }: { switches: Switches; onChange: (next: Switches) => void }) {
  const rows = useGuardRows()
  return (
    <ListRows label={<Trans>Ask for it when</Trans>}>
      {rows.map(({ name, title, note }) => (
        <SwitchRow
          key={name}
          label={title}
          detail={note}
          checked={switches[name]}
          onChange={(on) => onChange({ ...switches, [name]: on })}
        />
      ))}
    </ListRows>
  )
}
