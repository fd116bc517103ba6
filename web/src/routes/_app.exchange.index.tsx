import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { exchangeDraft } from '../features/exchange/draft'
import { ExchangeStart } from '../features/exchange/start/ExchangeStart'
import { landing, STEP_PATH } from '../features/exchange/flow'

// Beside the form, not part of it: the form does not wait for it.
const InProgress = lazy(() => import('../features/transaction/progress/InProgress'))

export const Route = createFileRoute('/_app/exchange/')({ component: StartPage })

function StartPage() {
  const navigate = useNavigate()
  return (
    <ExchangeStart
      onContinue={() => void navigate({ to: STEP_PATH[landing('confirm', exchangeDraft.get())] })}
      beside={
        <Suspense fallback={null}>
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
        </Suspense>
      }
    />
  )
}
