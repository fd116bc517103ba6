import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../../ui/Badge'
import { type PaywayPause, paywayPausesQuery, resumePayway } from '../../api/payways'
import { ActButton } from '../../parts/ActButton'
import { Card } from '../../parts/Card'
import { Loaded } from '../../parts/Loaded'
import { usePaywayName } from '../../parts/paywayNames'
import { shortTime } from '../../parts/when'
import { PausePayway } from './PausePayway'
import { usePauseNames } from './usePauseNames'

/** The payways that are off, the planned windows, and the buttons that switch them. */
export function PaywayPauses({ may }: { may: boolean }) {
  const found = useQuery(paywayPausesQuery)
  return (
    <Card title={<Trans>Payment methods that are off</Trans>} aside={may ? <PausePayway /> : null}>
      <Loaded asked={found}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-[14px] text-muted">
              <Trans>All payment methods are on, and no maintenance is planned.</Trans>
            </p>
          ) : (
            <ul className="grid gap-3">
              {data.map((pause) => (
                <PauseRow key={pause.id} pause={pause} may={may} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function PauseRow({ pause, may }: { pause: PaywayPause; may: boolean }) {
  const { i18n } = useLingui()
  const nameOf = usePaywayName()
  const { flow, cause } = usePauseNames()
  const name = nameOf(pause.payway)
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{name}</span>
          <span className="text-[14px]">{flow(pause.flow)}</span>
          {pause.is_standing ? (
            <Badge tone="bad">
              <Trans>Off</Trans>
            </Badge>
          ) : (
            <Badge tone="act">
              <Trans>Planned</Trans>
            </Badge>
          )}
        </p>
        <p className="text-[14px] wrap-anywhere">
          <Period pause={pause} /> · {cause(pause.cause)}
        </p>
        {pause.texts.en ? <p className="text-[14px] wrap-anywhere">“{pause.texts.en}”</p> : null}
        <p className="text-[13px] text-muted wrap-anywhere">
          {pause.reason} · {pause.by} · {shortTime(pause.at, i18n.locale)}
        </p>
      </div>
      {may ? (
        <ActButton
          label={pause.is_standing ? <Trans>Switch on</Trans> : <Trans>Take back</Trans>}
          title={pause.is_standing ? <Trans>Switch {name} on?</Trans> : <Trans>Take this window back?</Trans>}
          about={
            pause.is_standing ? (
              <Trans>Customers can use it again at once. Waiting payouts go out within a minute.</Trans>
            ) : (
              <Trans>The notice to customers disappears, and {name} stays on.</Trans>
            )
          }
          act={(reason) => resumePayway(pause.id, reason)}
        />
      ) : null}
    </li>
  )
}

function Period({ pause }: { pause: PaywayPause }) {
  const { i18n } = useLingui()
  const from = shortTime(pause.from, i18n.locale)
  const until = pause.until && shortTime(pause.until, i18n.locale)
  if (!until) return <Trans>since {from}, until it is switched on</Trans>
  return (
    <Trans>
      {from} – {until}
    </Trans>
  )
}
