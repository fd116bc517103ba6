import { createFileRoute } from '@tanstack/react-router'
import { Activity } from '../features/activity/Activity'
import { seldomWords } from '../i18n/load'
import { ExchangeLink } from '../shell/links'
import { transactionLink } from '../shell/transactionLink'

export const Route = createFileRoute('/_app/activity')({
  loader: seldomWords,
  component: () => <Activity row={transactionLink} startExchange={<ExchangeLink />} />,
})
