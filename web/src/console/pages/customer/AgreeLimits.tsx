import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { ask } from '../../api/ask'
import type { Act, Customer } from '../../api/queries'
import { ActButton } from '../../parts/ActButton'
import { AmountField } from '../../parts/AmountField'
import { isAmount } from '../../parts/amounts'
import { LIMITS, useLimitName } from '../../parts/limitNames'
import { problemWords } from '../../parts/Loaded'

/** Proposes individual limits for a customer, under dual control. The fields begin with the limits agreed before. */
export function AgreeLimits({ customer, refused }: { customer: Customer; refused: ReactNode }) {
  const { t } = useLingui()
  const name = useLimitName()
  const [limits, setLimits] = useState<Record<string, string>>({ ...customer.agreed_limits })
  const [isChecked, setChecked] = useState(false)
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
        <AmountField
          key={of}
          label={name(of)}
          value={limits[of] ?? ''}
          onChange={(text) => setLimits({ ...limits, [of]: text })}
          isChecked={isChecked}
        />
      ))}
      act={async (reason) => {
        setChecked(true)
        if (!LIMITS.every((of) => isAmount(limits[of] ?? ''))) throw new NoAmount()
        return ask<Act>('customers/{id}/limits', {
          method: 'POST',
          params: { path: { id: customer.id } },
          body: { reason, ...Object.fromEntries(LIMITS.map((of) => [of, limits[of] ?? ''])) },
        })
      }}
      words={(error) => (error instanceof NoAmount ? t`Enter an amount` : problemWords(error))}
    />
  )
}

/** One of the fields is no amount. */
class NoAmount extends Error {}
