import { Trans, useLingui } from '@lingui/react/macro'
import type { Movement } from '../../api/queries'
import { Card } from '../../parts/Card'
import { useActionName } from '../../parts/actionNames'
import { whenText } from '../../parts/when'

/** The operator actions on this movement, with reasons. */
export function ActsCard({ acts }: { acts: Movement['acts'] }) {
  const { i18n } = useLingui()
  const name = useActionName()
  if (acts.length === 0) return null
  return (
    <Card title={<Trans>What operators did</Trans>}>
      <ul className="grid gap-3">
        {acts.map((act) => (
          <li key={`${act.at} ${act.action}`} className="grid gap-0.5">
            <span className="font-[550]">{name(act.action)}</span>
            {act.reason ? <span className="wrap-anywhere">“{act.reason}”</span> : null}
            <span className="text-[13px] text-muted wrap-anywhere">
              {act.operator} · {whenText(act.at, i18n.locale)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
