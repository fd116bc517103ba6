import { Trans, useLingui } from '@lingui/react/macro'
import type { components } from '../../api/schema.gen'
import { CopyRow } from '../../domain/CopyRow'
import { Notice } from '../../ui/Notice'

/** The details of a bank transfer of any amount, at any time. */
export function BankDetails({ bank }: { bank: components['schemas']['DepositBank'] }) {
  const { t } = useLingui()
  const named = (label: string) => ({ label, copy: t`Copy ${label}` })
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Trans>
          Transfer any amount, whenever you like, from an account in your own name. It is on your balance as soon as it
          arrives: in seconds by an instant transfer, else in 1 to 3 business days.
        </Trans>
      </p>
      <ul className="grid grid-cols-1 gap-2">
        <CopyRow {...named(t`Reference`)} value={bank.reference} mono />
        <CopyRow {...named(t`IBAN`)} value={bank.iban} grouped />
        <CopyRow {...named(t`Beneficiary`)} value={bank.beneficiary} />
        <CopyRow {...named(t`BIC`)} value={bank.bic} mono />
      </ul>
      <Notice tone="wait">
        <Trans>Always write the reference. A transfer without it waits until we have found out whose it is.</Trans>
      </Notice>
    </div>
  )
}
