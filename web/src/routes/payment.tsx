import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { seldomWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'
import { Skeleton } from '../ui/Skeleton'

const PayPage = lazy(async () => {
  const [page] = await Promise.all([import('../features/pay/PayPage'), seldomWords()])
  return page
})

/** For everybody with the link of a payment, in the pay-frame: `/pay/payment`. The secret is the fragment of the address. */
export const Route = createFileRoute('/payment')({ component: PayFrame })

function PayFrame() {
  const token = useRouterState({ select: ({ location }) => location.hash })
  return (
    <EntryShell wide>
      <Suspense fallback={<Skeleton className="h-[420px]" />}>
        <PayPage key={token} token={token} />
      </Suspense>
    </EntryShell>
  )
}
