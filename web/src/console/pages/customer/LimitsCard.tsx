import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import type { Customer } from '../../api/queries'
import { Card } from '../../parts/Card'
import { usePaywayName } from '../../parts/paywayNames'
import { Cell, Row, Sheet } from '../../parts/Sheet'

/** The use of each limit. */
export function LimitsCard({ limits, payway_limits }: Pick<Customer, 'limits' | 'payway_limits'>) {
  const nameOf = usePaywayName()
  const { t, i18n } = useLingui()
  const bucket = { fiat: t`Banks and cards`, crypto_out: t`Crypto withdrawals` }
  const period = { day: t`in 24 hours`, month: t`in 31 days` }
  const direction = { in: t`payments in`, out: t`payouts` }
  const about = (limit: Customer['payway_limits'][number]) =>
    [limit.payway ? nameOf(limit.payway) : t`All payment methods`, limit.direction && direction[limit.direction]]
      .filter(Boolean)
      .join(', ')
  return (
    <Card title={<Trans>Limits</Trans>}>
      <Sheet
        isFlat
        label={t`Limits`}
        columns={[{ name: t`Limit` }, { name: t`Used`, end: true }, { name: t`At most`, end: true }]}
      >
        {limits.map((limit) => (
          <Row key={limit.bucket + limit.period}>
            <Cell name={t`Limit`}>
              {bucket[limit.bucket]} {period[limit.period]}
            </Cell>
            <Cell name={t`Used`} end>
              {moneyText({ amount: limit.used, currency: limit.currency }, i18n.locale)}
            </Cell>
            <Cell name={t`At most`} end>
              {limit.limit ? (
                moneyText({ amount: limit.limit, currency: limit.currency }, i18n.locale)
              ) : (
                <Trans>No limit</Trans>
              )}
            </Cell>
          </Row>
        ))}
        {payway_limits.map((limit) => (
          <Row key={`${about(limit)} ${limit.period} ${limit.currency}`}>
            <Cell name={t`Limit`}>
              {about(limit)} {period[limit.period]}
            </Cell>
            <Cell name={t`Used`} end>
              {moneyText({ amount: limit.used, currency: limit.currency }, i18n.locale)}
            </Cell>
            <Cell name={t`At most`} end>
              {moneyText({ amount: limit.limit, currency: limit.currency }, i18n.locale)}
            </Cell>
          </Row>
        ))}
      </Sheet>
    </Card>
  )
}
