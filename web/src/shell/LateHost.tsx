import { Suspense } from 'react'
import ClosingHost from './ClosingHost'
import { lazyAtLeisure } from './lazyAtLeisure'
import ProfileHost from './ProfileHost'

const KeepUnfinished = lazyAtLeisure(() => import('../features/exchange/kept/KeepUnfinished'))

/** What every page loads after its content: notices about the account, and the keeper of an order that was begun. */
export default function LateHost() {
  return (
    <>
      <ClosingHost />
      <ProfileHost />
      <Suspense fallback={null}>
        <KeepUnfinished />
      </Suspense>
    </>
  )
}
