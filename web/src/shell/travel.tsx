import { type ComponentProps, Suspense } from 'react'
import type { TravelNeed, TravelSlot } from '../flow/travel'
import { lazyLater } from '../i18n/lazyLater'
import { Skeleton } from '../ui/Skeleton'
import { useUsed } from '../ui/useUsed'

// Few orders are large enough to be asked about.
const TravelDrawer = lazyLater(() => import('../features/travel/TravelDrawer'))
const CountrySelect = lazyLater(async () => ({
  default: (await import('../features/people/CountrySelect')).CountrySelect,
}))

type TravelPartProps = { need: TravelNeed | undefined; onAnswer: (told: boolean) => void }

/** The choice of a country comes when it is first asked for; the questions around it stay. */
const country = (field: ComponentProps<typeof CountrySelect>) => (
  <Suspense fallback={<Skeleton className="h-16" />}>
    <CountrySelect {...field} />
  </Suspense>
)

function TravelPart(props: TravelPartProps) {
  const used = useUsed(props.need !== undefined)
  return <Suspense fallback={null}>{used ? <TravelDrawer {...props} country={country} /> : null}</Suspense>
}

/** The questions of the travel rule, for pages that send coins or take them. */
export const travelPart: TravelSlot = (need, answer) => <TravelPart need={need} onAnswer={answer} />
