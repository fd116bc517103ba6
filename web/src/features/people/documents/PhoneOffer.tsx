import { lazy, Suspense, useState } from 'react'
import { Skeleton } from '../../../ui/Skeleton'
import type { Proof } from './queries'

const OnPhone = lazy(() => import('../phone/OnPhone'))

/** Offers the phone's camera beside the upload fields. Hidden on a phone. */
export function PhoneOffer({ of }: { of: Proof }) {
  const [isPhone] = useState(() => screen.width < 600)
  if (isPhone) return null
  return (
    <Suspense fallback={<Skeleton className="h-[52px]" />}>
      <OnPhone of={of} />
    </Suspense>
  )
}
