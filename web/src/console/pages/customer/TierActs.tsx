import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Card } from '../../../ui/Card'
import { Select } from '../../../ui/Select'
import { ask } from '../../api/ask'
import type { Act, Customer, Me } from '../../api/queries'
import { ActButton } from '../../parts/ActButton'
import { AgreeLimits } from './AgreeLimits'

/** Lifting a customer's limits and agreeing on ones of their own, which is for two, and taking that back, which is for one. */
export function TierActs({ customer, me }: { customer: Customer; me: Me }) {
  const { t } = useLingui()
  const [tier, setTier] = useState('T4')
  const act = (what: string, more: { tier?: string }) => (reason: string) =>
    ask<Act>(`customers/{id}/${what}`, {
      method: 'POST',
      params: { path: { id: customer.id } },
      body: { reason, ...more },
    })
  const refused = me.permissions.includes('customers.raise') ? undefined : <Trans>Your role may not do this</Trans>
  const raised = customer.raised_to
  return (
    <Card title={<Trans>Tier</Trans>}>
      <p className="mb-3 text-muted">
        {raised ? <Trans>Raised to {raised} by operators.</Trans> : <Trans>By what the customer has verified.</Trans>}{' '}
        {customer.agreed_limits ? <Trans>Limits were agreed on for this customer alone.</Trans> : null}
      </p>
      <div className="flex flex-wrap gap-2">
        <ActButton
          label={<Trans>Raise</Trans>}
          title={<Trans>Raise this customer’s tier?</Trans>}
          about={
            <Trans>
              Another operator has to agree. The identity has to be verified; for T3 you have seen where the money comes
              from, for T4 everything was looked into. Limits at T4 are agreed on after that; until then those of T3
              hold.
            </Trans>
          }
          disabledReason={refused}
          fields={
            <Select label={t`Tier`} value={tier} onChange={setTier}>
              <option value="T3">T3</option>
              <option value="T4">T4</option>
            </Select>
          }
          act={act('raise-tier', { tier })}
        />
        {raised === 'T4' ? <AgreeLimits customer={customer} refused={refused} /> : null}
        {raised ? (
          <ActButton
            danger
            label={<Trans>Take back</Trans>}
            title={<Trans>Take the raised tier back?</Trans>}
            about={<Trans>The limits are those of what the customer has verified again, at once.</Trans>}
            disabledReason={refused}
            act={act('lower-tier', {})}
          />
        ) : null}
      </div>
    </Card>
  )
}
