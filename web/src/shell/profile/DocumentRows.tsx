import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FileCheck, FileText, FolderCog, Scale } from 'lucide-react'
import { userQuery } from '../../api/user'
import { type Checked, proofQuery } from '../../features/liabilities/queries'
import { offers } from '../../host/config'
import { dayText } from '../../i18n/format'
import { Badge } from '../../ui/Badge'
import { ListRows } from '../../ui/ListRow'
import { RowLink } from './RowLink'

/** The proof of balances, the statement, and the customer's data. */
export function DocumentRows() {
  return (
    <ListRows label={<Trans>Money and papers</Trans>}>
      {offers('balances') ? (
        <>
          <ProofRow />
          <RowLink
            to="/balances/$place/{-$currency}"
            params={{ place: 'statement' }}
            icon={FileText}
            title={<Trans>Statement</Trans>}
            detail={<Trans>Balances and movements of any period</Trans>}
          />
        </>
      ) : null}
      <RowLink
        to="/profile/$page"
        params={{ page: 'documents' }}
        icon={FileCheck}
        title={<Trans>Documents</Trans>}
        detail={<Trans>Signed statements and letters to pass on</Trans>}
      />
      <DataRow />
    </ListRows>
  )
}

/** Shows the result of a verification that was already made. It makes none: the page of the proof does. */
function ProofRow() {
  const { data } = useQuery({ ...proofQuery, enabled: false })
  return (
    <RowLink
      to="/proof-of-balances"
      icon={Scale}
      title={<Trans>Proof of balances</Trans>}
      detail={<ProofDetail of={data ?? undefined} />}
      badge={<ProofBadge of={data ?? undefined} />}
    />
  )
}

function ProofDetail({ of }: { of: Checked | undefined }) {
  const { i18n } = useLingui()
  if (of?.verdict.kind !== 'holds') return <Trans>What we owe to all customers, published daily</Trans>
  const day = dayText(new Date(of.verdict.statement.at).toISOString(), i18n.locale, new Date())
  return <Trans>Published {day}</Trans>
}

function ProofBadge({ of }: { of: Checked | undefined }) {
  if (!of || of.verdict.kind === 'unsupported') return null
  if (of.verdict.kind !== 'holds')
    return (
      <Badge tone="bad">
        <Trans>Does not match</Trans>
      </Badge>
    )
  return of.verdict.balances.size > 0 ? (
    <Badge tone="ok">
      <Trans>Included</Trans>
    </Badge>
  ) : null
}

function DataRow() {
  const { i18n } = useLingui()
  const { data } = useQuery(userQuery)
  const closes = data?.closes_at
  const day = closes ? dayText(closes, i18n.locale, new Date()) : ''
  return (
    <RowLink
      to="/profile/$page"
      params={{ page: 'account' }}
      icon={FolderCog}
      title={<Trans>Your data and account</Trans>}
      detail={<Trans>A copy of your data, closing the account</Trans>}
      badge={
        closes ? (
          <Badge tone="bad">
            <Trans>Closes {day}</Trans>
          </Badge>
        ) : undefined
      }
    />
  )
}
