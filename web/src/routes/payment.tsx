import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PayHeroWaiting, PayLayout } from '../features/pay/PayLayout'
import { seldomWords } from '../i18n/load'
import { Brand } from '../shell/Brand'
import { EntryTools } from '../shell/EntryTools'
import { Skeleton } from '../ui/Skeleton'

const PayPage = lazy(async () => {
  await seldomWords()
  return import('../features/pay/PayPage')
})

/** For everybody with the link of a payment, in the pay-frame: `/pay/payment`. The secret is the fragment of the address. */
export const Route = createFileRoute('/payment')({ component: PayFrame })

function PayFrame() {
  const token = useRouterState({ select: ({ location }) => location.hash })
  const foot = (
    <>
      <Brand />
      <EntryTools />
    </>
  )
  const waiting = (
    <PayLayout hero={<PayHeroWaiting />} foot={foot}>
      <Skeleton className="h-[420px]" />
    </PayLayout>
  )
  return (
    <Suspense fallback={waiting}>
      <PayPage key={token} token={token} foot={foot} />
    </Suspense>
  )
}
