import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSession } from '../api/useSession'
import { userQuery } from '../api/user'
import { lazyLater } from '../i18n/lazyLater'

const HeldNotice = lazyLater(() => import('../features/security/HeldNotice'))

/** Says on a page that begins something that no orders can be made for a while. The page does not wait for it. */
export function Held() {
  const session = useSession()
  const { data: user } = useQuery({ ...userQuery, enabled: session.status === 'in' })
  // Its words are fetched only for those who need them.
  if (!user?.payouts_held_until) return null
  return (
    <Suspense fallback={null}>
      <HeldNotice />
    </Suspense>
  )
}
