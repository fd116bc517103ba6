import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { exchangeDraft } from '../features/exchange/draft'
import { ExchangeStart } from '../features/exchange/start/ExchangeStart'
import { landing, STEP_PATH } from '../features/exchange/flow'
import { InProgress } from '../features/transaction/progress/InProgress'

export const Route = createFileRoute('/_app/exchange/')({ component: StartPage })

function StartPage() {
  const navigate = useNavigate()
  return (
    <ExchangeStart
      onContinue={() => void navigate({ to: STEP_PATH[landing('confirm', exchangeDraft.get())] })}
      beside={
        <InProgress
          link={(transaction, row) => (
            <Link
              to="/transaction/$transactionType/$externalId"
              params={{ transactionType: transaction.type.toLowerCase(), externalId: transaction.id }}
              className="block rounded-control"
            >
              {row}
            </Link>
          )}
        />
      }
    />
  )
}
