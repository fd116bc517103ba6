import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../domain/money'
import type { Bank } from '../../api/bank'
import { Card } from '../../parts/Card'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { shortTime } from '../../parts/when'

/** The entries of statements that mean nothing known, such as the bank's fees. */
export function UnclearCard({ entries }: { entries: Bank['unclear'] }) {
  const { t, i18n } = useLingui()
  if (entries.length === 0) return null
  return (
    <Card title={<Trans>To look at</Trans>}>
      <p className="mb-3 text-[13px] text-muted">
        <Trans>These entries are fees of the bank, or fit no payment. They have moved no money here.</Trans>
      </p>
      <Sheet
        isFlat
        label={t`To look at`}
        columns={[{ name: t`Read` }, { name: t`Amount`, end: true }, { name: t`Other side` }, { name: t`Text` }]}
      >
        {entries.map((entry) => (
          <Row key={entry.reference}>
            <Cell name={t`Read`}>{shortTime(entry.created_at, i18n.locale)}</Cell>
            <Cell name={t`Amount`} end>
              {entry.is_credit ? '+' : '−'}
              {moneyText(entry.amount, i18n.locale)}
            </Cell>
            <Cell name={t`Other side`}>{entry.name ?? '—'}</Cell>
            <Cell name={t`Text`}>{entry.text || '—'}</Cell>
          </Row>
        ))}
      </Sheet>
    </Card>
  )
}
