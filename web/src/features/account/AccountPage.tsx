import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ClosingCard } from './ClosingCard'
import { ExportCard } from './ExportCard'

type AccountPageProps = {
  /** Wraps words in a link to a transaction. */
  transaction: (id: string, words: ReactNode) => ReactNode
  /** Wraps words in a link to a balance. */
  balance: (currency: string, words: ReactNode) => ReactNode
}

/** The export of the customer's data, and the closure of the account. */
export function AccountPage({ transaction, balance }: AccountPageProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 desk:grid-cols-2 desk:items-start desk:gap-5">
      <section className="grid gap-3" aria-labelledby="data-copy">
        <h2 id="data-copy">
          <Trans>A copy of your data</Trans>
        </h2>
        <ExportCard />
      </section>
      <section className="grid gap-3" aria-labelledby="delete-account">
        <h2 id="delete-account">
          <Trans>Delete account</Trans>
        </h2>
        <ClosingCard transaction={transaction} balance={balance} />
      </section>
    </div>
  )
}
