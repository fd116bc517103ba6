import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ask } from '../../api/ask'
import type { Personal } from '../../api/queries'
import { Card } from '../../parts/Card'
import { ActButton } from '../../parts/ActButton'
import { Facts } from '../../parts/Facts'
import { DeclaredOriginators } from './DeclaredOriginators'
import { DeclaredWallets } from './DeclaredWallets'

/** Personal data, shown after the operator gives a reason. It is kept only in this page's memory. */
export function RevealCard({ id }: { id: string }) {
  const { t } = useLingui()
  const [personal, setPersonal] = useState<Personal>()
  const reveal = async (reason: string) => {
    setPersonal(
      await ask<Personal>('customers/{id}/reveal', { method: 'POST', params: { path: { id } }, body: { reason } }),
    )
    return undefined
  }
  const address = personal?.address
  const facts = personal
    ? [
        { name: t`Email`, value: personal.email },
        { name: t`First name`, value: personal.first_name ?? '–' },
        { name: t`Last name`, value: personal.last_name ?? '–' },
        { name: t`Phone`, value: personal.phone ?? '–' },
        { name: t`Date of birth`, value: personal.date_of_birth ?? '–' },
        {
          name: t`Address`,
          value: [address?.street, address?.postcode, address?.city].filter(Boolean).join(', ') || '–',
        },
      ]
    : []
  return (
    <Card title={<Trans>Personal details</Trans>}>
      {personal ? (
        <>
          <Facts facts={facts} />
          <DeclaredWallets wallets={personal.wallets} />
          <DeclaredOriginators senders={personal.senders} />
        </>
      ) : (
        <ActButton
          label={<Trans>Show</Trans>}
          title={<Trans>Show personal details?</Trans>}
          about={<Trans>Your access and its reason are recorded in the audit log.</Trans>}
          act={reveal}
        />
      )}
    </Card>
  )
}
