import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/Button'
import { resolved } from '../api/session'
import { useSession } from '../api/useSession'
import { orderReference } from '../features/support/mail'
import { Support } from '../features/support/Support'
import { AppShell } from '../shell/AppShell'
import { EntryShell } from '../shell/EntryShell'
import { RouteError } from '../shell/errors'
import { config } from '../host/config'
import { laterWords } from '../i18n/load'

export const Route = createFileRoute('/support')({
  // Open to everyone, even if the session cannot be resolved.
  beforeLoad: async () => void (await resolved().catch(() => undefined)),
  loader: laterWords,
  validateSearch: (search): { order?: string } => {
    const order = orderReference(search.order)
    return order ? { order } : {}
  },
  component: SupportPage,
  errorComponent: RouteError,
})

function SupportPage() {
  const { order } = Route.useSearch()
  const session = useSession()
  const isIn = session.status === 'in' && !session.consent
  const page = (
    <Support
      name={config.tenant.name}
      mail={config.tenant.brand?.support_email}
      order={order}
      email={isIn ? session.email : undefined}
    />
  )
  if (isIn) return <AppShell>{page}</AppShell>
  return (
    <EntryShell wide>
      {page}
      <Link to="/cabinet" className={buttonClass('quiet', 'mt-4')}>
        <Trans>Go home</Trans>
      </Link>
    </EntryShell>
  )
}
