import { createFileRoute } from '@tanstack/react-router'
import { Home } from '../features/home/Home'
import { offers } from '../host/config'
import { balanceLink } from '../shell/balanceLink'
import { Held } from '../shell/Held'
import { ActivityLink, ExchangeLink } from '../shell/links'
import { transactionLink } from '../shell/transactionLink'

export const Route = createFileRoute('/_app/cabinet')({
  component: () => (
    <Home
      row={transactionLink}
      seeAll={<ActivityLink />}
      notice={<Held />}
      balanceLink={balanceLink}
      startExchange={offers('exchange') ? <ExchangeLink /> : null}
    />
  ),
})
