import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Select } from '../../../ui/Select'
import { ask } from '../../api/ask'
import type { Act, Customer, Me } from '../../api/queries'
import { Card } from '../../parts/Card'
import { ActButton } from '../../parts/ActButton'
import { AgreeLimits } from './AgreeLimits'

/** Raising the tier and agreeing individual limits need two operators; revoking them needs one. */
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
        {raised ? (
          <Trans>Raised to {raised} by operators.</Trans>
        ) : (
          <Trans>According to what the customer has verified.</Trans>
        )}{' '}
        {customer.agreed_limits ? <Trans>Individual limits have been agreed for this customer.</Trans> : null}
      </p>
      <div className="flex flex-wrap gap-2">
        <ActButton
          label={<Trans>Raise</Trans>}
          title={<Trans>Raise this customer’s tier?</Trans>}
          about={
            <Trans>
              Another operator has to agree. The identity has to be verified; for T3 you have checked where the money
              comes from, for T4 everything has been reviewed. Limits at T4 are agreed after that; until then those of
              T3 apply.
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
            label={<Trans>Revoke</Trans>}
            title={<Trans>Revoke the raised tier?</Trans>}
            about={<Trans>The limits go back at once to those for what the customer has verified.</Trans>}
            disabledReason={refused}
            act={act('lower-tier', {})}
          />
        ) : null}
      </div>
    </Card>
  )
}
