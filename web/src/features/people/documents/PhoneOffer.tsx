import { lazy, Suspense, useState } from 'react'
import { Skeleton } from '../../../ui/Skeleton'
import type { Proof } from './queries'

const OnPhone = lazy(() => import('../phone/OnPhone'))

/** The way to the phone's camera, beside the places for pictures; a phone is there already. */
export function PhoneOffer({ of }: { of: Proof }) {
  const [isPhone] = useState(() => !matchMedia('(min-width: 600px)').matches)
  if (isPhone) return null
  return (
    <Suspense fallback={<Skeleton className="h-[52px]" />}>
      <OnPhone of={of} />
    </Suspense>
  )
}
