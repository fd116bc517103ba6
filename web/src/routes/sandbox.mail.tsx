import { createFileRoute, notFound } from '@tanstack/react-router'
import { Mailbox } from '../features/sandbox/Mailbox'
import { config } from '../host/config'
import { seldomWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'
import { RouteError } from '../shell/errors'

export const Route = createFileRoute('/sandbox/mail')({
  loader: seldomWords,
  validateSearch: (search): { to?: string } => (typeof search.to === 'string' ? { to: search.to } : {}),
  beforeLoad: () => {
    if (!config.sandbox) throw notFound()
  },
  component: MailPage,
  errorComponent: RouteError,
})

function MailPage() {
  const { to } = Route.useSearch()
  return (
    <EntryShell wide>
      <Mailbox to={to} />
    </EntryShell>
  )
}
