import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { moneyText } from '../../../i18n/format'
import { type CustomerBalance, customerBalancesQuery } from '../../api/queries'
import { Card } from '../../parts/Card'
import { Loaded } from '../../parts/Loaded'
import { Cell, Row, Sheet } from '../../parts/Sheet'

/** The balances of each profile of the customer. */
export function BalancesCard({ id }: { id: string }) {
  const found = useQuery(customerBalancesQuery(id))
  return (
    <Card title={<Trans>Balances</Trans>}>
      <Loaded asked={found} empty={({ data }) => (data.length === 0 ? <Trans>No balances yet</Trans> : null)}>
        {({ data }) => <Balances lines={data} />}
      </Loaded>
    </Card>
  )
}

function Balances({ lines }: { lines: readonly CustomerBalance[] }) {
  const { t, i18n } = useLingui()
  const profiles = [...new Set(lines.map((line) => line.profile_id))]
  const several = profiles.length > 1
  const money = (amount: string, currency: string) => moneyText({ amount, currency }, i18n.locale)
  const columns = [
    ...(several ? [{ name: t`Profile` }] : []),
    { name: t`Balance`, end: several },
    { name: t`Available`, end: true },
    { name: t`Reserved`, end: true },
  ]
  return (
    <Sheet label={t`Balances`} columns={columns} isFlat>
      {lines.map((line) => (
        <Row key={line.profile_id + line.currency}>
          {several ? <Cell name={t`Profile`}>{profiles.indexOf(line.profile_id) + 1}</Cell> : null}
          <Cell name={t`Balance`} end={several}>
            {money(line.posted, line.currency)}
          </Cell>
          <Cell name={t`Available`} end>
            {money(line.available, line.currency)}
          </Cell>
          <Cell name={t`Reserved`} end>
            {money(line.pending, line.currency)}
          </Cell>
        </Row>
      ))}
    </Sheet>
  )
}
