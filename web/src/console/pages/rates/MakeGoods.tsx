import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import type { RateBoard } from '../../api/rates'
import { Card } from '../../parts/Card'
import { Facts } from '../../parts/Facts'

/** The promised prices that were made good, by day: how many, and what they cost. */
export function MakeGoods({ board }: { board: RateBoard }) {
  const { t, i18n } = useLingui()
  const { make_goods, base } = board
  if (make_goods.length === 0) return null
  const count = (number: number) => new Intl.NumberFormat(i18n.locale).format(number)
  const facts = make_goods.map(({ day, kept, credited, cost }) => ({
    name: i18n.date(`${day}T00:00:00Z`, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
    key: day,
    value: (
      <span className="tabular-nums">
        {moneyText({ amount: cost, currency: base }, i18n.locale)}
        <span className="block text-[13px] text-muted">{t`${count(kept)} kept, ${count(credited)} credited`}</span>
      </span>
    ),
  }))
  return (
    <Card title={<Trans>Promised prices made good</Trans>}>
      <div className="grid gap-3">
        <Facts facts={facts} />
        <p className="text-[13px] text-muted">
          <Trans>The last 30 days, in UTC. The cost is that of the price guarantee.</Trans>
        </p>
      </div>
    </Card>
  )
}
