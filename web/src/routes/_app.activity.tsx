import { createFileRoute } from '@tanstack/react-router'
import { Activity } from '../features/activity/Activity'
import { ExchangeLink, transactionLink } from '../shell/links'

export const Route = createFileRoute('/_app/activity')({
  component: () => <Activity row={transactionLink} startExchange={<ExchangeLink />} />,
})
