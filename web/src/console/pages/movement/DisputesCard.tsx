import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import { Badge, type Tone } from '../../../ui/Badge'
import type { Movement } from '../../api/queries'
import type { components } from '../../api/schema.gen'
import { Card } from '../../parts/Card'
import { Facts } from '../../parts/Facts'
import { whenText } from '../../parts/when'

type Dispute = Movement['disputes'][number]
type State = components['schemas']['DisputeState']
type Money = components['schemas']['DisputedMoney']

const STATES: Record<State, { words: MessageDescriptor; tone: Tone }> = {
  inquiry: { words: msg`Inquiry`, tone: 'wait' },
  dropped: { words: msg`Inquiry ended`, tone: 'ok' },
  open: { words: msg`Needs evidence`, tone: 'act' },
  challenged: { words: msg`Evidence sent`, tone: 'wait' },
  expired: { words: msg`Deadline passed`, tone: 'bad' },
  won: { words: msg`Won`, tone: 'ok' },
  lost: { words: msg`Lost`, tone: 'bad' },
}

const MONEY: Record<Money, MessageDescriptor> = {
  kept: msg`At the acquirer, as before`,
  held: msg`Held by the acquirer`,
  lost: msg`Booked as a loss`,
}

/** The disputes of the movement's card payments, with where their money is and the deadline for evidence. */
export function DisputesCard({ disputes }: { disputes: readonly Dispute[] }) {
  if (disputes.length === 0) return null
  return (
    <Card title={<Trans>Disputes</Trans>}>
      <ol className="grid gap-4">
        {disputes.map((dispute) => (
          <li key={dispute.id} className="grid gap-2 border-t border-line pt-4 first:border-t-0 first:pt-0">
            <OneDispute dispute={dispute} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function OneDispute({ dispute }: { dispute: Dispute }) {
  const { t, i18n } = useLingui()
  const state = STATES[dispute.state]
  const when = (at: string) => whenText(at, i18n.locale)
  const facts = [
    { name: t`Money`, value: i18n._(MONEY[dispute.money]) },
    dispute.reason ? { name: t`Reason`, value: dispute.reason } : undefined,
    dispute.respond_by && dispute.is_open
      ? { name: t`Evidence until`, value: <span className="font-semibold">{when(dispute.respond_by)}</span> }
      : undefined,
    { name: t`Opened`, value: when(dispute.opened_at) },
    { name: t`Dispute`, value: <span className="font-mono text-[13px] break-all">{dispute.id}</span> },
  ].filter((fact) => fact !== undefined)
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="font-semibold tabular-nums">{moneyText(dispute.amount, i18n.locale)}</h3>
        <Badge tone={state.tone}>{i18n._(state.words)}</Badge>
      </div>
      <Facts facts={facts} />
    </>
  )
}
