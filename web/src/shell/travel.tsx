import { type ComponentProps, Suspense } from 'react'
import type { TravelNeed, TravelSlot } from '../domain/travel'
import { lazyLater } from '../i18n/lazyLater'
import { Skeleton } from '../ui/Skeleton'
import { useUsed } from '../ui/useUsed'

// Loaded lazily: few orders are large enough for the travel rule.
const TravelDrawer = lazyLater(() => import('../features/travel/TravelDrawer'))
const CountrySelect = lazyLater(async () => ({
  default: (await import('../features/people/CountrySelect')).CountrySelect,
}))

type TravelPartProps = { need: TravelNeed | undefined; onAnswer: (told: boolean) => void }

/** The country field loads on first use; the questions around it stay visible. */
const country = (field: ComponentProps<typeof CountrySelect>) => (
  <Suspense fallback={<Skeleton className="h-16" />}>
    <CountrySelect {...field} />
  </Suspense>
)

function TravelPart(props: TravelPartProps) {
  const used = useUsed(props.need !== undefined)
  return <Suspense fallback={null}>{used ? <TravelDrawer {...props} country={country} /> : null}</Suspense>
}

/** The travel-rule questions, for pages that send or accept crypto. */
export const travelPart: TravelSlot = (need, answer) => <TravelPart need={need} onAnswer={answer} />
