import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useSession } from '../../api/useSession'
import { balancesQuery, runningQuery } from '../../domain/queries'
import { offers } from '../../host/config'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { Page } from '../../ui/Page'
import { SkeletonRows } from '../../ui/Skeleton'
import { HomeHero } from './HomeHero'

type HomeProps = {
  /** Links to a purchase, a deposit, a withdrawal and a conversion. */
  actions: ReactNode
  /** Links to the first step of a customer without money. */
  firstSteps: ReactNode
  /** A notice above everything else. */
  notice: ReactNode
  /** The offer to continue an order that does not exist yet. */
  unfinished: ReactNode
  /** The running transactions. */
  due: ReactNode
  /** The balances. */
  balances: ReactNode
  /** The latest transactions. */
  recent: ReactNode
  /** The steps to higher limits. */
  level: ReactNode
  /** The prices that the customer watches. */
  prices: ReactNode
  /** What a customer without money may want to read. */
  reading: ReactNode
}

/** The home page: what the customer has, what is happening, and what can be done. */
export function Home({
  actions,
  firstSteps,
  notice,
  unfinished,
  due,
  balances,
  recent,
  level,
  prices,
  reading,
}: HomeProps) {
  const session = useSession()
  const name = session.status === 'in' ? session.name : ''
  const balancesHere = useQuery({ ...balancesQuery, enabled: offers('balances') })
  const isNew = !offers('balances') || balancesHere.data?.data.length === 0
  return (
    <Page title={name ? <Trans>Hello, {name}</Trans> : <Trans>Hello</Trans>}>
      {notice}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 desk:gap-5">
        <Columns
          side={
            <>
              {level}
              {isNew ? reading : prices}
            </>
          }
        >
          <HomeHero actions={actions} firstSteps={firstSteps} />
          {unfinished}
          <Due list={due} />
          {offers('balances') ? <Held list={balances} /> : null}
          {isNew ? prices : null}
        </Columns>
        {recent}
      </div>
    </Page>
  )
}

/** The running transactions. Hidden if there are none. */
function Due({ list }: { list: ReactNode }) {
  const { data, isError } = useQuery(runningQuery)
  if (data?.length === 0 && !isError) return null
  const waiting = <Waiting title={<Trans>In progress</Trans>} rows={2} />
  return data || isError ? <Suspense fallback={waiting}>{list}</Suspense> : waiting
}

/** The balances. Hidden if there are none, and until they are known; an error is shown. */
function Held({ list }: { list: ReactNode }) {
  const { data, isError } = useQuery(balancesQuery)
  if (data ? data.data.length === 0 : !isError) return null
  return <Suspense fallback={<Waiting title={<Trans>Balances</Trans>} rows={4} />}>{list}</Suspense>
}

const Waiting = ({ title, rows }: { title: ReactNode; rows: number }) => (
  <Card tight title={title}>
    <SkeletonRows count={rows} />
  </Card>
)
