import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { errorText } from '../../api/problemText'
import { balancesQuery } from '../../domain/queries'
import { TotalBalance } from '../../domain/TotalBalance'
import { offers } from '../../host/config'
import { lazyPart } from '../../i18n/lazyLater'
import { seldomWords } from '../../i18n/load'
import { Hero } from '../../ui/Hero'
import { ErrorState } from '../../ui/States'
import { Beginning } from './Beginning'

const TotalChart = lazyPart(() => import('./more/TotalChart'), seldomWords)

type HomeHeroProps = { actions: ReactNode; firstSteps: ReactNode }

/** The total of all balances with its course and the main actions. Without balances: the first steps. */
export function HomeHero({ actions, firstSteps }: HomeHeroProps) {
  const { data, error, refetch } = useQuery({ ...balancesQuery, enabled: offers('balances') })
  // A tenant without balances has no prerendered hero: prerendered pages can only leave parts out.
  if (!offers('balances')) return import.meta.env.SSR ? null : <Beginning steps={firstSteps} />
  if (data?.data.length === 0) return <Beginning steps={firstSteps} />
  return (
    <Hero className="relative grid grid-cols-[minmax(0,1fr)] gap-4">
      {error && !data ? (
        <ErrorState onRetry={() => void refetch()}>{errorText(error)}</ErrorState>
      ) : (
        <>
          <div className="desk:pr-72">
            <TotalBalance />
          </div>
          <Suspense fallback={<ChartSpace />}>{data ? <TotalChart /> : <ChartSpace />}</Suspense>
        </>
      )}
      {actions}
    </Hero>
  )
}

/** The height of the chart with its ranges and its link. */
const ChartSpace = () => <div aria-hidden="true" className="h-[246px] sm:h-[202px] desk:h-[232px]" />
