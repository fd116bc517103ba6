import { Due } from '../features/home/lists/Due'
import { TopBalances } from '../features/home/lists/TopBalances'
import { balanceLink } from './balanceLink'
import { ActivityLink, AllBalancesLink } from './links'
import { transactionLink } from './transactionLink'

/** The lists of the home page. They load after its frame and its hero. */
export const DueList = () => <Due row={transactionLink} seeAll={<ActivityLink />} />

export const BalanceList = () => <TopBalances link={balanceLink} all={(count) => <AllBalancesLink count={count} />} />
