import { createFileRoute } from '@tanstack/react-router'
import { Activity } from '../features/activity/Activity'
import { ExchangeLink } from '../shell/links'
import { transactionLink } from '../shell/transactionLink'

export const Route = createFileRoute('/_app/activity')({
  component: () => <Activity row={transactionLink} startExchange={<ExchangeLink />} />,
})
