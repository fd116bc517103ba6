import { Suspense } from 'react'
import { Due } from '../features/home/lists/Due'
import { TopBalances } from '../features/home/lists/TopBalances'
import { lazyPart } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'
import { balanceLink } from './balanceLink'
import { ActivityLink, AllBalancesLink } from './links'
import { transactionLink } from './transactionLink'

const UnfinishedOrder = lazyPart(() => import('./Unfinished'), seldomWords)

/** The lists of the home page. They load after its frame and its hero. */
export const DueList = () => <Due row={transactionLink} seeAll={<ActivityLink />} />

export const BalanceList = () => <TopBalances link={balanceLink} all={(count) => <AllBalancesLink count={count} />} />

/** The offer to continue an order that does not exist yet. */
export const Unfinished = () => (
  <Suspense fallback={null}>
    <UnfinishedOrder />
  </Suspense>
)
