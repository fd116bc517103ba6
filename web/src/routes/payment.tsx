import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { seldomWords } from '../i18n/load'
import { PayFrame } from '../shell/PayFrame'
import { Skeleton } from '../ui/Skeleton'

const PayPage = lazy(async () => {
  await seldomWords()
  return import('../features/pay/PayPage')
})

/** A link that many payers use. */
const LinkPage = lazy(async () => {
  const { businessWords } = await import('../i18n/businessWords')
  await businessWords()
  return import('../features/open-link/LinkPage')
})

/** For everybody with the link of a payment, or with a link that many use, in the pay-frame: `/pay/payment`. The secret is the fragment of the address. */
export const Route = createFileRoute('/payment')({ component: PayPlace })

function PayPlace() {
  const token = useRouterState({ select: ({ location }) => location.hash })
  const waiting = (
    <PayFrame>
      <Skeleton className="h-[420px]" />
    </PayFrame>
  )
  return (
    <Suspense fallback={waiting}>
      {token.startsWith('agk_') ? (
        <LinkPage key={token} token={token} Frame={PayFrame} />
      ) : (
        <PayPage key={token} token={token} Frame={PayFrame} />
      )}
    </Suspense>
  )
}
