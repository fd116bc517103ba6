import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { moneyText } from '../../../domain/money'
import type { BankEntry } from '../../api/bank'
import { bankEntriesQuery } from '../../api/paged'
import { Card } from '../../parts/Card'
import { More } from '../../parts/More'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { dayText, shortTime } from '../../parts/when'
import { EntryActs } from './EntryActs'

/** The entries of statements that wait for an operator, such as the bank's fees. */
export function UnclearCard({ mayDecide }: { mayDecide: boolean }) {
  const { t } = useLingui()
  const found = useInfiniteQuery(bankEntriesQuery)
  const entries = found.data?.pages.flatMap((page) => page.data) ?? []
  if (entries.length === 0) return null
  return (
    <Card title={<Trans>To look at</Trans>}>
      <p className="mb-3 text-[13px] text-muted">
        <Trans>These entries are fees of the bank, or fit no payment. They have moved no money here.</Trans>
      </p>
      <Sheet
        isFlat
        label={t`To look at`}
        columns={[
          { name: t`Booked` },
          { name: t`Amount`, end: true },
          { name: t`Other side` },
          { name: t`Text` },
          { name: t`Actions`, end: true },
        ]}
      >
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} mayDecide={mayDecide} />
        ))}
      </Sheet>
      {found.hasNextPage ? (
        <div className="mt-7 grid justify-items-center">
          <More query={found} />
        </div>
      ) : null}
    </Card>
  )
}

function EntryRow({ entry, mayDecide }: { entry: BankEntry; mayDecide: boolean }) {
  const { t, i18n } = useLingui()
  return (
    <Row>
      <Cell name={t`Booked`}>
        {entry.booked_on ? dayText(entry.booked_on, i18n.locale) : shortTime(entry.created_at, i18n.locale)}
      </Cell>
      <Cell name={t`Amount`} end>
        {entry.is_credit ? '+' : '−'}
        {moneyText(entry.amount, i18n.locale)}
      </Cell>
      <Cell name={t`Other side`}>{entry.name ?? '—'}</Cell>
      <Cell name={t`Text`}>
        <span className="wrap-anywhere">{entry.text || '—'}</span>
        {entry.is_like_payment ? (
          <span className="block text-[13px] text-wait">
            <Trans>Perhaps booked already</Trans>
          </span>
        ) : null}
      </Cell>
      <Cell end>{mayDecide ? <EntryActs entry={entry} /> : null}</Cell>
    </Row>
  )
}
