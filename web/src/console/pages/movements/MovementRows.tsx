import { useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import { Badge } from '../../../ui/Badge'
import type { MovementLine } from '../../api/queries'
import { Go } from '../../parts/Go'
import { useDisplayType } from '../../parts/movementWords'
import { ReviewWords } from '../../parts/ReviewWords'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { useHeadlineWords, useTransactionStatus } from '../../parts/transactionWords'
import { whenText } from '../../parts/when'

/** Movements, one per row: order, outcome and status. */
export function MovementRows({ lines, label }: { lines: readonly MovementLine[]; label: string }) {
  const { t, i18n } = useLingui()
  const status = useTransactionStatus()
  const became = useHeadlineWords()
  const display = useDisplayType()
  const withCustomers = lines.some((line) => line.customer)
  const columns = [
    { name: t`Transaction` },
    ...(withCustomers ? [{ name: t`Customer` }] : []),
    { name: t`In`, end: true },
    { name: t`Out`, end: true },
    { name: t`Result`, end: true },
    { name: t`Status` },
  ]
  return (
    <Sheet label={label} columns={columns}>
      {lines.map((line) => (
        <Row key={line.id}>
          <Cell name={t`Transaction`}>
            <Go
              to={`/movements/${line.id}`}
              className="inline-block py-1 font-mono text-[13px] font-semibold text-brand underline-offset-2 hover:underline"
            >
              {line.reference}
            </Go>
            <span className="block text-[13px] text-muted">
              {display(line.display_type)} · {whenText(line.created_at, i18n.locale)}
            </span>
          </Cell>
          {withCustomers ? (
            <Cell name={t`Customer`}>
              {line.customer ? (
                <Go to={`/customers/${line.customer.id}`} className="text-brand underline-offset-2 hover:underline">
                  {line.customer.email}
                </Go>
              ) : (
                '–'
              )}
            </Cell>
          ) : null}
          <Cell name={t`In`} end>
            {moneyText(line.from, i18n.locale)}
          </Cell>
          <Cell name={t`Out`} end>
            {moneyText(line.to, i18n.locale)}
          </Cell>
          <Cell name={t`Result`} end>
            {became(line.headline)}
          </Cell>
          <Cell name={t`Status`}>
            <Badge tone={status(line.status).tone}>{status(line.status).words}</Badge>
            <ReviewWords line={line} />
          </Cell>
        </Row>
      ))}
    </Sheet>
  )
}
