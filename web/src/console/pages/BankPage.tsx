import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { isApiError } from '../../api/problem'
import { EmptyCard } from '../parts/EmptyCard'
import { Loaded } from '../parts/Loaded'
import { PageHead } from '../parts/PageHead'
import { type Bank, bankQuery } from '../api/bank'
import type { Me } from '../api/queries'
import { seesEntries } from '../reach'
import { AccountsCard } from './bank/AccountsCard'
import { FilesCard } from './bank/FilesCard'
import { ReadCard } from './bank/ReadCard'
import { StatementsCard } from './bank/StatementsCard'
import { UnclearCard } from './bank/UnclearCard'
import { WaitingCard } from './bank/WaitingCard'

/** The bank of the tenant: payments out by file, statements back. */
export function BankPage({ me }: { me: Me }) {
  const found = useQuery(bankQuery)
  const isMissing = isApiError(found.error) && found.error.status === 404
  return (
    <>
      <PageHead title={<Trans>Bank</Trans>} />
      {isMissing ? <NoBank /> : <Loaded asked={found}>{(bank) => <Sections bank={bank} me={me} />}</Loaded>}
    </>
  )
}

function NoBank() {
  return (
    <EmptyCard art="lost" title={<Trans>No bank is connected</Trans>}>
      <Trans>
        A sandbox has a simulated bank. A tenant with real customers names its accounts under Connections, or in the
        settings of the server, as the operating guide describes.
      </Trans>
    </EmptyCard>
  )
}

function Sections({ bank, me }: { bank: Bank; me: Me }) {
  const mayRead = me.permissions.includes('treasury.write')
  const mayPay = me.permissions.includes('treasury.approve')
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 desk:grid-cols-2">
        <WaitingCard waiting={bank.waiting} mayPay={mayPay} />
        {mayRead ? <ReadCard /> : <AccountsCard accounts={bank.accounts} />}
      </div>
      <FilesCard files={bank.files} mayPay={mayPay} />
      <UnclearCard mayDecide={mayRead} />
      <StatementsCard statements={bank.statements} gaps={bank.gaps} mayOpen={seesEntries(me)} />
      {mayRead ? <AccountsCard accounts={bank.accounts} /> : null}
    </div>
  )
}
