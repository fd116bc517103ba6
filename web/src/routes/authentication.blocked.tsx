import { createFileRoute, Link } from '@tanstack/react-router'
import { Blocked } from '../features/auth/seldom/Blocked'
import { config } from '../host/config'
import { seldomWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'

export const Route = createFileRoute('/authentication/blocked')({
  loader: seldomWords,
  component: () => (
    <EntryShell>
      <Blocked
        name={config.tenant.name}
        mail={config.tenant.brand?.support_email}
        another={(words) => (
          <Link to="/authentication" className="font-semibold text-brand underline">
            {words}
          </Link>
        )}
      />
    </EntryShell>
  ),
})
