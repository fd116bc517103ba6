import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { seldomWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'
import { Skeleton } from '../ui/Skeleton'

const PayPage = lazy(async () => {
  await seldomWords()
  return import('../features/pay/PayPage')
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
