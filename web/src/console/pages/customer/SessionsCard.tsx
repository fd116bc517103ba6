import { Trans, useLingui } from '@lingui/react/macro'
import { ask } from '../../api/ask'
import type { Act, Customer, Me } from '../../api/queries'
import { Card } from '../../parts/Card'
import { ActButton } from '../../parts/ActButton'
import { whenText } from '../../parts/when'

/** The customer's sessions, with the action to end them. */
export function SessionsCard({ customer, me }: { customer: Customer; me: Me }) {
  const { i18n } = useLingui()
  const { sessions } = customer
  const end = (reason: string) =>
    ask<Act>('customers/{id}/end-sessions', {
      method: 'POST',
      params: { path: { id: customer.id } },
      body: { reason },
    })
  return (
    <Card title={<Trans>Sessions</Trans>}>
      <ul className="mb-4 grid gap-3">
        {sessions.length === 0 ? (
          <li className="text-muted">
            <Trans>Not signed in anywhere</Trans>
          </li>
        ) : null}
        {sessions.map((session) => (
          <li key={session.created_at + session.network}>
            <p>
              {[session.browser, session.system].filter(Boolean).join(', ') || <Trans>Unknown device</Trans>} ·{' '}
              {session.network}
            </p>
            <p className="text-[13px] text-muted">
              <Trans>Active {whenText(session.seen_at, i18n.locale)}</Trans>
            </p>
          </li>
        ))}
      </ul>
      {me.permissions.includes('sessions.end') && sessions.length > 0 ? (
        <ActButton
          label={<Trans>End all sessions</Trans>}
          title={<Trans>End all sessions?</Trans>}
          about={<Trans>The customer is signed out everywhere and can sign in again.</Trans>}
          act={end}
        />
      ) : null}
    </Card>
  )
}
