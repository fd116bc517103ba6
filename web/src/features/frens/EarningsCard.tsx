import { Trans, useLingui } from '@lingui/react/macro'
import { Gift } from 'lucide-react'
import { ShortMoney } from '../../domain/ShortMoney'
import { Badge, type Tone } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import type { Earning } from './queries'

/** What each order of a friend earned, newest first. */
export function EarningsCard({ earnings }: { earnings: readonly Earning[] }) {
  return (
    <Card title={<Trans>History</Trans>}>
      <ul className="divide-y divide-line">
        {earnings.map((earning) => (
          <EarningRow key={`${earning.at} ${earning.name} ${earning.amount.amount}`} earning={earning} />
        ))}
      </ul>
    </Card>
  )
}

const TONE: Record<Earning['state'], Tone> = { waiting: 'wait', checking: 'wait', earned: 'ok', refused: 'plain' }

function EarningRow({ earning }: { earning: Earning }) {
  const { t, i18n } = useLingui()
  const { name, state } = earning
  const words = { waiting: t`Waiting`, checking: t`Being checked`, earned: t`Earned`, refused: t`Not granted` }[state]
  const day = i18n.date(earning.at, { dateStyle: 'medium' })
  const due = earning.due_at ? i18n.date(earning.due_at, { dateStyle: 'medium' }) : undefined
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span
        aria-hidden="true"
        className="grid size-[38px] shrink-0 place-items-center rounded-control bg-brand-soft text-brand"
      >
        <Gift size={20} strokeWidth={1.75} />
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="t-row">
          <Trans>Order of {name}</Trans>
        </span>
        <span className="t-cap text-muted">{due ? <Trans>Can be moved from {due}</Trans> : day}</span>
      </span>
      <span className="grid justify-items-end gap-1">
        <span className={`font-semibold ${state === 'refused' ? 'text-muted' : ''}`}>
          <ShortMoney {...earning.amount} />
        </span>
        <Badge tone={TONE[state]}>{words}</Badge>
      </span>
    </li>
  )
}
