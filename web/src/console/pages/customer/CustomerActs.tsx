import { Trans } from '@lingui/react/macro'
import { Card } from '../../../ui/Card'
import { ask } from '../../api/ask'
import type { Act, Customer, Me } from '../../api/queries'
import { ActButton } from '../../parts/ActButton'

/** Shutting out, which is for one, and letting in again and ending what guards the account, which are for two. */
export function CustomerActs({ customer, me }: { customer: Customer; me: Me }) {
  const act = (what: string) => (reason: string) =>
    ask<Act>(`customers/{id}/${what}`, { method: 'POST', params: { path: { id: customer.id } }, body: { reason } })
  const refused = (permission: string) =>
    me.permissions.includes(permission) ? undefined : <Trans>Your role may not do this</Trans>
  return (
    <Card title={<Trans>Access</Trans>}>
      <div className="flex flex-wrap gap-2">
        {customer.blocked ? (
          <ActButton
            label={<Trans>Unblock</Trans>}
            title={<Trans>Unblock this customer?</Trans>}
            about={<Trans>Another operator has to agree before the customer is let in again.</Trans>}
            disabledReason={refused('customers.unblock')}
            act={act('unblock')}
          />
        ) : (
          <ActButton
            danger
            label={<Trans>Block</Trans>}
            title={<Trans>Block this customer?</Trans>}
            about={<Trans>All sessions end at once, and nobody can sign in. To unblock takes two operators.</Trans>}
            disabledReason={refused('customers.block')}
            act={act('block')}
          />
        )}
        <ActButton
          label={<Trans>End a lost second factor</Trans>}
          title={<Trans>End this customer’s lost second factor?</Trans>}
          about={
            <Trans>
              The customer must have asked for it at sign-in. Make sure that it is them. Another operator has to agree;
              three days later the factor is gone.
            </Trans>
          }
          disabledReason={refused('customers.reset')}
          act={act('reset-factors')}
        />
      </div>
    </Card>
  )
}
