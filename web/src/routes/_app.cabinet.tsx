import { createFileRoute } from '@tanstack/react-router'
import { Home } from '../features/home/Home'
import { offers } from '../host/config'
import { ActivityLink, ExchangeLink } from '../shell/links'
import { transactionLink } from '../shell/transactionLink'

export const Route = createFileRoute('/_app/cabinet')({
  component: () => (
    <Home
      row={transactionLink}
      seeAll={<ActivityLink />}
      startExchange={offers('exchange') ? <ExchangeLink /> : null}
    />
  ),
})
