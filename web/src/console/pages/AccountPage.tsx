import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { moneyText } from '../../i18n/format'
import { accountQuery, type LedgerAccount, type LedgerPosting } from '../api/ledger'
import { Card } from '../parts/Card'
import { Facts } from '../parts/Facts'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { More } from '../parts/More'
import { BackTo, PageTitle } from '../parts/PageHead'
import { Cell, Row, Sheet } from '../parts/Sheet'
import { shortTime, whenText } from '../parts/when'
import { Balance } from './ledger/Balance'
import { useBookName } from './ledger/bookNames'

/** One account of the platform with its postings, newest first. */
export function AccountPage({ id }: { id: string }) {
  const found = useInfiniteQuery(accountQuery(id))
  return (
    <>
      <BackTo to="/ledger">
        <Trans>All accounts</Trans>
      </BackTo>
      <Loaded asked={found}>
        {({ pages }) => {
          const account = pages[0]?.account
          if (!account) return null
          return (
            <>
              <Head account={account} />
              <Postings account={account} postings={pages.flatMap((page) => page.data)} />
            </>
          )
        }}
      </Loaded>
      <More query={found} />
    </>
  )
}

function Head({ account }: { account: LedgerAccount }) {
  const { t, i18n } = useLingui()
  const bookName = useBookName()
  const money = (amount: string) => moneyText({ amount, currency: account.currency }, i18n.locale)
  return (
    <>
      <PageTitle title={bookName(account.book)}>
        <span className="font-mono text-[13px] text-muted">
          {[account.book, account.sub, account.currency].filter(Boolean).join('/')}
        </span>
      </PageTitle>
      <Card title={<Balance balance={account.balance} currency={account.currency} />}>
        <Facts
          isWide
          facts={[
            { name: t`Holds that will debit it`, value: money(account.debits_pending) },
            { name: t`Holds that will credit it`, value: money(account.credits_pending) },
            { name: t`Postings`, value: new Intl.NumberFormat(i18n.locale).format(account.postings) },
            { name: t`Opened`, value: whenText(account.opened_at, i18n.locale) },
          ]}
        />
      </Card>
    </>
  )
}

type PostingsProps = { account: LedgerAccount; postings: readonly LedgerPosting[] }

function Postings({ account, postings }: PostingsProps) {
  const { t, i18n } = useLingui()
  const columns = [
    { name: t`When` },
    { name: t`What` },
    { name: t`Counter account` },
    { name: t`Change`, end: true },
    { name: t`Balance`, end: true },
  ]
  return (
    <Sheet label={t`Postings`} columns={columns}>
      {postings.map((posting) => (
        <Row key={posting.id}>
          <Cell side="right">
            <span className="text-muted whitespace-nowrap" title={whenText(posting.at, i18n.locale)}>
              {shortTime(posting.at, i18n.locale)}
            </span>
          </Cell>
          <Cell side="left">
            <What posting={posting} />
          </Cell>
          <Cell name={t`Counter account`}>
            <Counter account={posting.counter} />
          </Cell>
          <Cell name={t`Change`} end>
            <Change posting={posting} currency={account.currency} />
          </Cell>
          <Cell name={t`Balance`} end>
            <Balance balance={posting.balance} currency={account.currency} />
          </Cell>
        </Row>
      ))}
    </Sheet>
  )
}

function What({ posting }: { posting: LedgerPosting }) {
  const code = <span className="font-mono text-[12px] break-all">{posting.code}</span>
  return (
    <>
      {posting.transaction_id ? (
        <Go to={`/movements/${posting.transaction_id}`} className="text-brand">
          {code}
        </Go>
      ) : (
        code
      )}
      <span className="block font-mono text-[12px] text-muted">{posting.kind}</span>
    </>
  )
}

function Counter({ account }: { account: LedgerPosting['counter'] }) {
  const name = (
    <span className="font-mono text-[12px] break-all">{[account.book, account.sub].filter(Boolean).join('/')}</span>
  )
  if (!account.id) return name
  return (
    <Go to={`/ledger/${account.id}`} className="text-brand">
      {name}
    </Go>
  )
}

/** The change of the balance; for a hold and its release, the change of the amount on hold. */
function Change({ posting, currency }: { posting: LedgerPosting; currency: string }) {
  const isPosted = /[1-9]/.test(posting.change)
  if (isPosted) return <Balance balance={posting.change} currency={currency} />
  return (
    <span className="text-muted">
      <Trans>on hold</Trans> <Balance balance={posting.pending} currency={currency} />
    </span>
  )
}
