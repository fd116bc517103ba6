import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { QueryCard } from '../../domain/QueryCard'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { Page } from '../../ui/Page'
import { EarningsCard } from './EarningsCard'
import { FriendsCard } from './FriendsCard'
import { Leaderboard } from './Leaderboard'
import { LinkCard } from './LinkCard'
import { referralQuery } from './queries'
import { RewardsCard } from './RewardsCard'

/** /frens: the customer's link, the friends who came by it, and what they earned. */
export default function FrensPage() {
  const asked = useQuery(referralQuery)
  return (
    <Page title={<Trans>Invite friends</Trans>}>
      <QueryCard asked={asked} rows={5}>
        {(own) => (
          <Columns
            side={
              <>
                <FriendsCard friends={own.friends} count={own.friends_count} />
                <Leaderboard nickname={own.nickname} places={own.leaderboard} />
              </>
            }
          >
            <LinkCard link={own.link} code={own.code} terms={own.rule} />
            <RewardsCard sums={own.sums} isOnHold={own.is_on_hold} />
            {own.earnings.length > 0 ? (
              <EarningsCard earnings={own.earnings} />
            ) : (
              <Card title={<Trans>History</Trans>}>
                <p className="text-muted">
                  <Trans>What your friends’ orders earn appears here.</Trans>
                </p>
              </Card>
            )}
          </Columns>
        )}
      </QueryCard>
    </Page>
  )
}
