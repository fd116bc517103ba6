import { Trans, useLingui } from '@lingui/react/macro'
import { ask } from '../../api/ask'
import type { Act, Customer, Me } from '../../api/queries'
import { Card } from '../../parts/Card'
import { ActButton } from '../../parts/ActButton'
import { whenText } from '../../parts/when'

/**
 * Account actions. One operator can block the customer, or lift a lock on codes or phone changes. Unblocking and the
 * removal of a lost second factor need two operators.
 */
export function CustomerActs({ customer, me }: { customer: Customer; me: Me }) {
  const { i18n } = useLingui()
  const when = (at: string) => whenText(at, i18n.locale)
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
            about={<Trans>All sessions end at once, and no one can sign in. Unblocking takes two operators.</Trans>}
            disabledReason={refused('customers.block')}
            act={act('block')}
          />
        )}
        <ActButton
          label={<Trans>Remove a lost second factor</Trans>}
          title={<Trans>Remove this customer’s lost second factor?</Trans>}
          about={
            <Trans>
              The customer must have asked for this at sign-in. Make sure that it is them. Another operator has to
              agree; three days later the factor is removed.
            </Trans>
          }
          disabledReason={refused('customers.reset')}
          act={act('reset-factors')}
        />
        {customer.codes_rest_until ? (
          <ActButton
            label={<Trans>Allow codes again</Trans>}
            title={<Trans>Allow this customer’s codes again?</Trans>}
            about={
              <Trans>
                Ten wrong second-factor codes were entered; no codes are accepted until{' '}
                {when(customer.codes_rest_until)}. Make sure that it is the customer who is asking. The customer gets an
                email.
              </Trans>
            }
            disabledReason={refused('customers.unlock')}
            act={act('unlock-factor')}
          />
        ) : null}
        {customer.phone_changes_from ? (
          <ActButton
            label={<Trans>Allow changing the phone again</Trans>}
            title={<Trans>Allow this customer to change the phone again?</Trans>}
            about={
              <Trans>
                It was changed recently and can be changed again from {when(customer.phone_changes_from)}. The new
                number still has to be confirmed with a code. The customer gets an email.
              </Trans>
            }
            disabledReason={refused('customers.waive')}
            act={act('allow-phone-change')}
          />
        ) : null}
      </div>
    </Card>
  )
}
