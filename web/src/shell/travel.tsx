import { Suspense } from 'react'
import type { TravelNeed, TravelSlot } from '../flow/travel'
import { lazyLater } from '../i18n/lazyLater'
import { useUsed } from '../ui/useUsed'

// Few orders are large enough to be asked about.
const TravelDrawer = lazyLater(() => import('../features/travel/TravelDrawer'))

type TravelPartProps = { need: TravelNeed | undefined; onAnswer: (told: boolean) => void }

function TravelPart(props: TravelPartProps) {
  const used = useUsed(props.need !== undefined)
  return <Suspense fallback={null}>{used ? <TravelDrawer {...props} /> : null}</Suspense>
}

/** The questions of the travel rule, for pages that send coins. */
export const travelPart: TravelSlot = (need, answer) => <TravelPart need={need} onAnswer={answer} />
