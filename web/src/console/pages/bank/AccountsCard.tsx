import { Trans } from '@lingui/react/macro'
import type { Bank } from '../../api/bank'
import { Card } from '../../parts/Card'

/** The accounts at the bank. */
export function AccountsCard({ accounts }: { accounts: Bank['accounts'] }) {
  return (
    <Card title={<Trans>Accounts</Trans>}>
      <dl className="grid gap-2 text-[14px]">
        {accounts.map(({ currency, iban }) => (
          <div key={currency} className="flex flex-wrap justify-between gap-x-3">
            <dt className="text-muted">{currency}</dt>
            <dd className="font-[550] wrap-anywhere tabular-nums">{iban.replace(/(.{4})(?=.)/g, '$1 ')}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
