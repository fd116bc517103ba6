import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { QueryCard } from '../../domain/QueryCard'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'
import { ExchangeCard } from './ExchangeCard'
import { HistoryCard } from './HistoryCard'
import { PointsHero } from './PointsHero'
import { farmQuery } from './queries'
import { StreakCard } from './StreakCard'
import { TasksCard } from './TasksCard'

/** /farm: the open season, its tasks, and what the customer's points become. */
export default function FarmPage() {
  const asked = useQuery(farmQuery)
  return (
    <Page title={<Trans>Farm</Trans>}>
      <QueryCard asked={asked} rows={6}>
        {({ season }) =>
          season ? (
            <Columns
              side={
                <>
                  <ExchangeCard terms={season.exchange} />
                  <HistoryCard points={season.points} />
                </>
              }
            >
              <PointsHero season={season} />
              <StreakCard streak={season.streak} />
              <TasksCard tasks={season.tasks} />
            </Columns>
          ) : (
            <Columns side={<HistoryCard points={0} />}>
              <Card>
                <EmptyState art="hourglass" title={<Trans>No season is open</Trans>}>
                  <Trans>In a season you get points for what you do here, and exchange them into money.</Trans>
                </EmptyState>
              </Card>
            </Columns>
          )
        }
      </QueryCard>
    </Page>
  )
}
