import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LedgerAccount, ledgerQuery } from '../api/ledger'
import { EmptyCard } from '../parts/EmptyCard'
import { FilterPill } from '../parts/FilterPill'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { PageHead } from '../parts/PageHead'
import { Cell, Row, ROW_LINK, Sheet } from '../parts/Sheet'
import { go } from '../place'
import { Balance } from './ledger/Balance'
import { useBookName } from './ledger/bookNames'

/** The platform's accounts with their balances. */
export function LedgerPage() {
  const { t } = useLingui()
  const bookName = useBookName()
  const [currency, setCurrency] = useState('')
  const [book, setBook] = useState('')
  const found = useQuery(ledgerQuery)
  const all = found.data?.data ?? []
  const codes = (of: (one: LedgerAccount) => string) => [...new Set(all.map(of))].sort()
  const shown = all.filter((one) => (!currency || one.currency === currency) && (!book || one.book === book))
  return (
    <>
      <PageHead title={<Trans>Ledger</Trans>} />
      <div className="flex flex-wrap gap-2">
        <FilterPill
          label={t`Currency`}
          value={currency || undefined}
          options={codes((one) => one.currency).map((code) => ({ code, name: code }))}
          onChange={(code) => setCurrency(code ?? '')}
        />
        <FilterPill
          label={t`Account`}
          value={book || undefined}
          options={codes((one) => one.book).map((code) => ({ code, name: bookName(code) }))}
          onChange={(code) => setBook(code ?? '')}
        />
      </div>
      <Loaded
        asked={found}
        empty={() =>
          shown.length > 0 ? null : (
            <EmptyCard art="search" title={<Trans>No accounts</Trans>}>
              <Trans>An account is opened by its first posting.</Trans>
            </EmptyCard>
          )
        }
      >
        {() => <Accounts accounts={shown} />}
      </Loaded>
    </>
  )
}

function Accounts({ accounts }: { accounts: readonly LedgerAccount[] }) {
  const { t, i18n } = useLingui()
  const bookName = useBookName()
  const columns = [
    { name: t`Account` },
    { name: t`Balance`, end: true },
    { name: t`On hold`, end: true },
    { name: t`Postings`, end: true },
  ]
  const count = new Intl.NumberFormat(i18n.locale)
  return (
    <Sheet label={t`Ledger`} columns={columns}>
      {accounts.map((one) => (
        <Row key={one.id} onClick={() => go(`/ledger/${one.id}`)}>
          <Cell side="left">
            <Go to={`/ledger/${one.id}`} className={ROW_LINK}>
              <span className="font-[580]">{bookName(one.book)}</span>
            </Go>
            <span className="block font-mono text-[12px] text-muted">
              {[one.book, one.sub, one.currency].filter(Boolean).join('/')}
            </span>
          </Cell>
          <Cell side="right" end>
            <Balance balance={one.balance} currency={one.currency} />
          </Cell>
          <Cell name={t`On hold`} isWide={!hasHolds(one)} end>
            {hasHolds(one) ? <Holds account={one} /> : '–'}
          </Cell>
          <Cell isWide end>
            <span className="tabular-nums">{count.format(one.postings)}</span>
          </Cell>
        </Row>
      ))}
    </Sheet>
  )
}

const isSome = (amount: string) => /[1-9]/.test(amount)
const hasHolds = (one: LedgerAccount) => isSome(one.debits_pending) || isSome(one.credits_pending)

function Holds({ account }: { account: LedgerAccount }) {
  const { currency, debits_pending: debits, credits_pending: credits } = account
  return (
    <span className="grid">
      {isSome(debits) ? <Balance balance={`-${debits}`} currency={currency} /> : null}
      {isSome(credits) ? <Balance balance={credits} currency={currency} /> : null}
    </span>
  )
}
