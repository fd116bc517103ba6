import { Trans } from '@lingui/react/macro'
import { Card } from '../../../ui/Card'
import { ask } from '../../api/ask'
import type { Act, Customer, Me } from '../../api/queries'
import { ActButton } from '../../parts/ActButton'

/** Shutting out, which is for one, and letting in again, which is for two. */
export function CustomerActs({ customer, me }: { customer: Customer; me: Me }) {
  const act = (what: string) => (reason: string) =>
    ask<Act>(`customers/{id}/${what}`, { method: 'POST', params: { path: { id: customer.id } }, body: { reason } })
  const refused = (permission: string) =>
    me.permissions.includes(permission) ? undefined : <Trans>Your role may not do this</Trans>
  return (
    <Card title={<Trans>Access</Trans>}>
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
    </Card>
  )
}
