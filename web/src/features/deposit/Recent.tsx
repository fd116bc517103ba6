import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CurrencyCode } from '../../api/exchangeTypes'
import { Loaded } from '../../domain/QueryCard'
import type { Transaction } from '../../domain/queries'
import { Card } from '../../ui/Card'
import { depositsQuery } from './queries'

/** The latest and incoming deposits. A payment appears as soon as it is detected. */
export function Recent({ currency, row }: { currency: CurrencyCode; row: (transaction: Transaction) => ReactNode }) {
  const deposits = useQuery(depositsQuery(currency))
  return (
    <Card title={<Trans>Latest deposits</Trans>}>
      <Loaded asked={deposits} rows={2}>
        {(all) =>
          all.length > 0 ? (
            <ul>
              {all.map((transaction) => (
                <li key={transaction.id}>{row(transaction)}</li>
              ))}
            </ul>
          ) : (
            <p className="text-muted">
              <Trans>Nothing has arrived yet. What you send shows here by itself.</Trans>
            </p>
          )
        }
      </Loaded>
    </Card>
  )
}
