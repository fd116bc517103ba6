import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { moneyText } from '../../../i18n/format'
import { Badge } from '../../../ui/Badge'
import { customerTransactionsQuery } from '../../api/queries'
import { Card } from '../../parts/Card'
import { Go } from '../../parts/Go'
import { Loaded } from '../../parts/Loaded'
import { useHeadlineWords, useTransactionStatus } from '../../parts/transactionWords'
import { ReviewWords } from '../../parts/ReviewWords'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { whenText } from '../../parts/when'

/** The latest transactions: order, outcome, and the reason of a wait. Beneficiaries are not shown. */
export function TransactionsCard({ id }: { id: string }) {
  const { t, i18n } = useLingui()
  const found = useQuery(customerTransactionsQuery(id))
  const status = useTransactionStatus()
  const became = useHeadlineWords()
  const columns = [
    { name: t`Reference` },
    { name: t`Ordered`, end: true },
    { name: t`Paid`, end: true },
    { name: t`Result`, end: true },
    { name: t`Status` },
  ]
  return (
    <Card title={<Trans>Transactions</Trans>}>
      <Loaded asked={found} empty={({ data }) => (data.length === 0 ? <Trans>No transactions yet</Trans> : null)}>
        {({ data }) => (
          <Sheet label={t`Transactions`} columns={columns} isFlat>
            {data.map((line) => (
              <Row key={line.id}>
                <Cell name={t`Reference`}>
                  <Go to={`/movements/${line.id}`} className="font-mono text-[13px] text-brand hover:underline">
                    {line.reference}
                  </Go>
                  <span className="block text-[13px] text-muted">{whenText(line.created_at, i18n.locale)}</span>
                </Cell>
                <Cell name={t`Ordered`} end>
                  {`${moneyText(line.from, i18n.locale)} → ${moneyText(line.to, i18n.locale)}`}
                </Cell>
                <Cell name={t`Paid`} end>
                  {line.paid ? moneyText(line.paid, i18n.locale) : <Trans>Nothing</Trans>}
                </Cell>
                <Cell name={t`Result`} end>
                  {became(line.headline)}
                </Cell>
                <Cell name={t`Status`}>
                  <Badge tone={status(line.status, line).tone}>{status(line.status, line).words}</Badge>
                  <ReviewWords line={line} />
                </Cell>
              </Row>
            ))}
          </Sheet>
        )}
      </Loaded>
    </Card>
  )
}
