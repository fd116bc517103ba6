import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import { Badge } from '../../../ui/Badge'
import type { Movement } from '../../api/queries'
import { Card } from '../../parts/Card'
import { Facts } from '../../parts/Facts'
import { useLegWords } from '../../parts/movementWords'
import { usePaywayName } from '../../parts/paywayNames'
import { whenText } from '../../parts/when'

type Leg = Movement['legs'][number]

/** The legs of the movement, with the reports of their rails. */
export function LegsCard({ movement }: { movement: Movement }) {
  return (
    <Card title={<Trans>Legs</Trans>}>
      <ol className="grid gap-4">
        {movement.legs.map((leg, place) => (
          <li key={place} className="grid gap-2 border-t border-line pt-4 first:border-t-0 first:pt-0">
            <OneLeg leg={leg} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

const code = (text: string) => <span className="font-mono text-[13px] break-all">{text}</span>

function OneLeg({ leg }: { leg: Leg }) {
  const { t, i18n } = useLingui()
  const words = useLegWords()
  const payway = usePaywayName()
  const state = words.state(leg)
  const when = (at: string) => whenText(at, i18n.locale)
  const target = { result: t`The result`, payer: t`Back the way it came`, refund: t`Refund to given details` }
  const facts = [
    leg.target ? { name: t`Goes to`, value: `${target[leg.target]}${leg.to ? `: ${leg.to}` : ''}` } : undefined,
    leg.pay_to ? { name: t`Paid to`, value: code(leg.pay_to) } : undefined,
    leg.pay_reference ? { name: t`Payment reference`, value: code(leg.pay_reference) } : undefined,
    leg.reference ? { name: t`Reference`, value: code(leg.reference) } : undefined,
    leg.required === undefined
      ? undefined
      : { name: t`Confirmations`, value: t`${leg.confirmations ?? 0} of ${leg.required}` },
    leg.done_at ? { name: t`Done at`, value: when(leg.done_at) } : undefined,
    leg.replaced_by == null ? undefined : { name: t`Replaced by leg`, value: String(leg.replaced_by + 1) },
    leg.contradicted_at ? { name: t`Sent after all`, value: when(leg.contradicted_at) } : undefined,
  ].filter((fact) => fact !== undefined)
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="font-semibold">
          {words.leg(leg.kind)}
          {leg.payway ? <span className="font-normal text-muted"> · {payway(leg.payway)}</span> : null}
        </h3>
        <span className="flex flex-wrap items-baseline gap-2">
          {leg.amount ? <span className="font-[550] tabular-nums">{moneyText(leg.amount, i18n.locale)}</span> : null}
          <Badge tone={state.tone}>{state.words}</Badge>
        </span>
      </div>
      {facts.length > 0 ? <Facts facts={facts} /> : null}
      {leg.payments.map((payment) => (
        <RailPayment key={payment.reference} payment={payment} />
      ))}
    </>
  )
}

/** A payment as the rail reported it. */
function RailPayment({ payment }: { payment: Leg['payments'][number] }) {
  const { t, i18n } = useLingui()
  const state = useLegWords().payment(payment.state)
  const depth = payment.required > 0 ? t`${payment.confirmations} of ${payment.required} confirmations` : ''
  return (
    <div className="grid gap-1 rounded-m bg-sunken p-3 text-[13px]">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="font-[550] tabular-nums">{moneyText(payment.amount, i18n.locale)}</span>
        <Badge tone={state.tone}>{state.words}</Badge>
      </div>
      {code(payment.reference)}
      <span className="text-muted">
        {[whenText(payment.credited_at ?? payment.seen_at, i18n.locale), depth].filter(Boolean).join(' · ')}
      </span>
    </div>
  )
}
