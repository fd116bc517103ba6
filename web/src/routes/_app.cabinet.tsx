import { createFileRoute } from '@tanstack/react-router'
import { Home } from '../features/home/Home'
import { ActivityLink, ExchangeLink, transactionLink } from '../shell/links'

export const Route = createFileRoute('/_app/cabinet')({
  component: () => <Home row={transactionLink} seeAll={<ActivityLink />} startExchange={<ExchangeLink />} />,
})
