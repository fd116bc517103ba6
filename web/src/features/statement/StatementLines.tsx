import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { components } from '../../api/schema.gen'
import { dayText, timeText } from '../../i18n/format'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { ItemRow } from '../../ui/ItemRow'
import { Money } from '../../ui/Money'
import { SearchField } from '../../ui/SearchField'
import { EmptyState } from '../../ui/States'
import { SEARCH_MAX } from './period'
import type { StatementLine } from './queries'
import { SignedMoney } from '../../domain/SignedMoney'
import { useSearchTyped } from '../../domain/useSearchTyped'

/** Wraps a line in a link to its transaction. */
export type StatementLink = (transaction: components['schemas']['StatementTransaction'], row: ReactNode) => ReactNode

/** The ledger's code of what is credited because an order brought less than promised. */
const MADE_GOOD = 'make_good'

type StatementLinesProps = {
  currency: string
  lines: readonly StatementLine[]
  search: string | undefined
  onSearch: (search: string | undefined) => void
  link: StatementLink
  more: { busy: boolean; ask: () => void } | undefined
}

/** All changes of the balance, newest first, with the balance after each. */
export function StatementLines({ currency, lines, search, onSearch, link, more }: StatementLinesProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useSearchTyped(search, onSearch)
  return (
    <Card tight title={<Trans>Changes</Trans>}>
      <div className="mb-2 flex">
        <SearchField
          label={t`Search by reference, amount or counterparty`}
          placeholder={t`Reference, amount, counterparty`}
          maxLength={SEARCH_MAX}
          value={typed}
          onChange={setTyped}
        />
      </div>
      {lines.length > 0 ? (
        <ul className="divide-y divide-line">
          {lines.map((line) => {
            const row = <LineRow currency={currency} line={line} />
            return <li key={line.number}>{line.transaction ? link(line.transaction, row) : row}</li>
          })}
        </ul>
      ) : (
        <Nothing searched={search !== undefined} />
      )}
      {more ? (
        <div className="py-4">
          <Button variant="quiet" busy={more.busy} onClick={more.ask}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

function Nothing({ searched }: { searched: boolean }) {
  return (
    <EmptyState
      art={searched ? 'search' : 'statement'}
      title={searched ? <Trans>Nothing found</Trans> : <Trans>Nothing changed</Trans>}
    >
      {searched ? (
        <Trans>No change in these days is as you ask.</Trans>
      ) : (
        <Trans>This balance did not change in these days. Choose other days or another balance.</Trans>
      )}
    </EmptyState>
  )
}

function LineRow({ currency, line }: { currency: string; line: StatementLine }) {
  const { t, i18n } = useLingui()
  const { transaction, change, balance, at, code } = line
  const names = {
    deposit: t`Deposit`,
    withdraw: t`Withdrawal`,
    convert: t`Conversion`,
    transfer: t`Transfer`,
    purchase: t`Purchase`,
    sale: t`Sale`,
    swap: t`Swap`,
    refund: t`Refund`,
  }
  const pair =
    transaction && transaction.from.currency !== transaction.to.currency
      ? `${transaction.from.currency} → ${transaction.to.currency}`
      : undefined
  const Arrow = change.startsWith('-') ? ArrowUpRight : ArrowDownLeft
  return (
    <ItemRow
      icon={
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-muted">
          <Arrow size={18} aria-hidden="true" />
        </span>
      }
      title={
        <>
          {code === MADE_GOOD
            ? t`Promised price made good`
            : transaction
              ? names[transaction.display_type]
              : t`Correction`}
          {pair ? <span className="font-normal text-muted"> {pair}</span> : null}
        </>
      }
      note={
        <>
          <time dateTime={at} className="whitespace-nowrap">
            {dayText(at, i18n.locale, new Date())}, {timeText(at, i18n.locale)}
          </time>
          {transaction ? <> · {transaction.reference}</> : null}
          {transaction?.counterparty ? <> · {transaction.counterparty}</> : null}
        </>
      }
      value={<SignedMoney amount={change} currency={currency} />}
      below={
        <>
          <span className="sr-only">
            <Trans>Balance after it:</Trans>{' '}
          </span>
          <Money amount={balance} currency={currency} exact />
        </>
      }
    />
  )
}
