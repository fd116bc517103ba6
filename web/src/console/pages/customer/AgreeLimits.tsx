import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { TextField } from '../../../ui/TextField'
import { ask } from '../../api/ask'
import type { Act, Customer } from '../../api/queries'
import { ActButton } from '../../parts/ActButton'
import { LIMITS, useLimitName } from '../../parts/limitNames'

/** Proposes individual limits for a customer, under dual control. The fields begin with the limits agreed before. */
export function AgreeLimits({ customer, refused }: { customer: Customer; refused: ReactNode }) {
  const name = useLimitName()
  const [limits, setLimits] = useState<Record<string, string>>({ ...customer.agreed_limits })
  return (
    <ActButton
      label={<Trans>Agree on limits</Trans>}
      title={<Trans>Limits for this customer alone?</Trans>}
      about={
        <Trans>
          In euro. Another operator has to agree. Where the limits of T3 are higher, those apply; until something is
          agreed, all of them do.
        </Trans>
      }
      disabledReason={refused}
      fields={LIMITS.map((of) => (
        <TextField
          key={of}
          label={name(of)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          value={limits[of] ?? ''}
          onChange={(text) => setLimits({ ...limits, [of]: text })}
        />
      ))}
      act={(reason) =>
        ask<Act>('customers/{id}/limits', {
          method: 'POST',
          params: { path: { id: customer.id } },
          body: { reason, ...Object.fromEntries(LIMITS.map((of) => [of, (limits[of] ?? '').trim()])) },
        })
      }
    />
  )
}
