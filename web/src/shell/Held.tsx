import { Suspense } from 'react'
import { lazyLater } from '../i18n/lazyLater'

const HeldNotice = lazyLater(() => import('../features/security/HeldNotice'))

/** Says on a page that begins something that no orders can be made for a while. The page does not wait for it. */
export function Held() {
  return (
    <Suspense fallback={null}>
      <HeldNotice />
    </Suspense>
  )
}
