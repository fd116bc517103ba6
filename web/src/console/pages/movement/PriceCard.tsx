import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import type { Movement } from '../../api/queries'
import { Card } from '../../parts/Card'
import { Facts } from '../../parts/Facts'
import { useLineWords } from '../../parts/movementWords'
import { whenText } from '../../parts/when'
import { isExecuted } from './isExecuted'

/** All parts of the price, the rate, and the rate's source. */
export function PriceCard({ movement }: { movement: Movement }) {
  const { t, i18n } = useLingui()
  const word = useLineWords()
  const facts = movement.price.lines.map((line, place) => ({
    name: word(line.kind),
    key: place,
    value: <span className="tabular-nums">{moneyText(line, i18n.locale)}</span>,
  }))
  const mono = (text: string) => <span className="font-mono text-[13px] break-all">{text}</span>
  const rates = [
    { name: t`Rate`, value: mono(movement.price.rate) },
    { name: t`Market rate`, value: mono(movement.reference_rate) },
    { name: t`Source`, value: movement.reference_source },
    { name: t`Taken at`, value: whenText(movement.reference_at, i18n.locale) },
  ]
  const made = movement.make_good
  const guarantee = made
    ? [
        {
          name: made.kind === 'kept' ? t`Price kept at our cost` : t`Credited for the promised price`,
          value: (
            <span className="tabular-nums">
              {moneyText(made.cost, i18n.locale)}
              {made.cost.currency === 'EUR' ? null : ` (${moneyText(made.cost_in_euro, i18n.locale)})`}
            </span>
          ),
        },
        { name: t`Promised`, value: moneyText(made.promised, i18n.locale) },
        { name: t`Made good at`, value: whenText(made.at, i18n.locale) },
      ]
    : []
  return (
    <Card title={isExecuted(movement) ? <Trans>Price</Trans> : <Trans>Price, as ordered</Trans>}>
      <div className="grid gap-3">
        <Facts facts={facts} />
        <div className="border-t border-line pt-3">
          <Facts facts={rates} />
        </div>
        {guarantee.length > 0 ? (
          <div className="border-t border-line pt-3">
            <Facts facts={guarantee} />
          </div>
        ) : null}
      </div>
    </Card>
  )
}
