import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Badge, type Tone } from '../../../ui/Badge'
import { type ConnectionHealth, connectionHealthQuery } from '../../api/connections'
import { Card } from '../../parts/Card'
import { Loaded } from '../../parts/Loaded'
import { shortTime } from '../../parts/when'
import { ServerSwitch } from './ServerSwitch'

/** For each connection: whether it works, when it last answered, why it does not, and the switches of nodes and prices. */
export function HealthCard({ may }: { may: boolean }) {
  const found = useQuery(connectionHealthQuery)
  return (
    <Card title={<Trans>Health</Trans>}>
      <Loaded asked={found}>
        {({ data }) => (
          <ul className="grid gap-3">
            {data.map((one) => (
              <HealthRow key={`${one.to} ${one.name}`} of={one} may={may} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function HealthRow({ of, may }: { of: ConnectionHealth; may: boolean }) {
  const { i18n } = useLingui()
  const name = useHealthName()(of)
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <Health of={of} />
        </p>
        {of.off ? (
          <>
            <p className="text-[14px] wrap-anywhere">{of.off.reason}</p>
            <p className="text-[13px] text-muted wrap-anywhere">
              {of.off.by} · {shortTime(of.off.at, i18n.locale)}
            </p>
          </>
        ) : null}
        {of.error ? <p className="text-[14px] wrap-anywhere">{of.error}</p> : null}
        <Times of={of} />
      </div>
      {may && of.is_switchable ? <ServerSwitch of={of} name={name} /> : null}
    </li>
  )
}

function Times({ of }: { of: ConnectionHealth }) {
  const { i18n } = useLingui()
  const answered = of.answered_at && shortTime(of.answered_at, i18n.locale)
  const heard = of.heard_at && shortTime(of.heard_at, i18n.locale)
  if (!answered && !heard) return null
  return (
    <p className="text-[13px] text-muted">
      {answered ? <Trans>Last answer {answered}</Trans> : null}
      {answered && heard ? ' · ' : null}
      {heard && of.to === 'bank' ? <Trans>Last statement {heard}</Trans> : null}
      {heard && of.to !== 'bank' ? <Trans>Last webhook {heard}</Trans> : null}
    </p>
  )
}

function Health({ of: { state } }: { of: ConnectionHealth }) {
  const { t } = useLingui()
  const looks: Record<ConnectionHealth['state'], [string, Tone]> = {
    fine: [t`Works`, 'ok'],
    late: [t`Late`, 'wait'],
    failing: [t`Fails`, 'bad'],
    unknown: [t`Not used yet`, 'plain'],
    off: [t`Off`, 'bad'],
  }
  const [text, tone] = looks[state]
  return <Badge tone={tone}>{text}</Badge>
}

function useHealthName() {
  const { t } = useLingui()
  return ({ to, name }: ConnectionHealth): string => {
    switch (to) {
      case 'bank':
        return t`Bank`
      case 'cards':
        return t`Cards`
      case 'chain':
        return name
      case 'rates':
        return t`Prices: ${name}`
      case 'mail':
        return t`Email`
      case 'texts':
        return t`Text messages`
    }
  }
}
