import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import type { Movement } from '../../api/queries'
import { Card } from '../../parts/Card'
import { Go } from '../../parts/Go'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { whenText } from '../../parts/when'

type Posting = Movement['postings'][number]

type PostingsProps = { postings: readonly Posting[]; own: string; isLinked: boolean }

/** The ledger postings of the movement, in order. Account names and codes are those of the ledger. */
export function PostingsCard({ postings, own, isLinked }: PostingsProps) {
  const { t, i18n } = useLingui()
  const columns = [
    { name: t`Debit account` },
    { name: t`Credit account` },
    { name: t`What` },
    { name: t`Amount`, end: true },
  ]
  return (
    <Card title={<Trans>Postings</Trans>}>
      {postings.length === 0 ? (
        <p className="text-muted">
          <Trans>Nothing has been posted.</Trans>
        </p>
      ) : (
        <Sheet label={t`Postings`} columns={columns} isFlat>
          {postings.map((posting) => (
            <Row key={posting.id}>
              <Cell side="left">
                <AccountName account={posting.debit} own={own} isLinked={isLinked} />
              </Cell>
              <Cell side="left">
                <span aria-hidden="true" className="text-muted desk:hidden">
                  →{' '}
                </span>
                <AccountName account={posting.credit} own={own} isLinked={isLinked} />
              </Cell>
              <Cell side="right">
                <span className="font-mono text-[12px] break-all">
                  {posting.code}
                  <span className="block text-muted">{posting.kind}</span>
                </span>
              </Cell>
              <Cell side="right" end>
                <span className="whitespace-nowrap tabular-nums">{moneyText(posting.amount, i18n.locale)}</span>
                <span className="block text-[12px] text-muted">{whenText(posting.at, i18n.locale)}</span>
              </Cell>
            </Row>
          ))}
        </Sheet>
      )}
    </Card>
  )
}

type AccountProps = { account: Posting['debit']; own: string; isLinked: boolean }

/** A platform's account is a link for operators who may read the ledger. */
function AccountName({ account, own, isLinked }: AccountProps) {
  const name = [account.book, account.sub].filter(Boolean).join(':')
  return (
    <span className="font-mono text-[12px] break-all">
      {isLinked && account.id ? (
        <Go to={`/ledger/${account.id}`} className="text-brand">
          {name}
        </Go>
      ) : (
        name
      )}
      {account.profile && account.profile !== own ? <span className="block text-muted">{account.profile}</span> : null}
    </span>
  )
}
