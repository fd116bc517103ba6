import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSession } from '../api/useSession'
import { userQuery } from '../api/user'
import { lazyLater } from '../i18n/lazyLater'

const HeldNotice = lazyLater(() => import('../features/security/HeldNotice'))

/** Shows the payout hold on pages where money can be sent out. The page does not wait for it. */
export function Held() {
  const session = useSession()
  const { data: user } = useQuery({ ...userQuery, enabled: session.status === 'in' })
  // The texts load only for customers with a hold.
  if (!user?.payouts_held_until) return null
  return (
    <Suspense fallback={null}>
      <HeldNotice />
    </Suspense>
  )
}
