import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ask } from '../../api/ask'
import type { MovementParties } from '../../api/queries'
import { Card } from '../../parts/Card'
import { ActButton } from '../../parts/ActButton'
import { Facts } from '../../parts/Facts'

/** The payer and the payee, shown after the operator gives a reason. The data is kept only in this page's memory. */
export function PartiesCard({ id }: { id: string }) {
  const [parties, setParties] = useState<MovementParties>()
  const reveal = async (reason: string) => {
    setParties(
      await ask<MovementParties>('movements/{id}/reveal', {
        method: 'POST',
        params: { path: { id } },
        body: { reason },
      }),
    )
    return undefined
  }
  return (
    <Card title={<Trans>Payer and payee</Trans>}>
      {parties ? (
        <Parties parties={parties} />
      ) : (
        <ActButton
          label={<Trans>Show</Trans>}
          title={<Trans>Show who paid and who is paid?</Trans>}
          about={<Trans>Your access and its reason are recorded in the audit log.</Trans>}
          act={reveal}
        />
      )}
    </Card>
  )
}

function Parties({ parties: { payers, payees } }: { parties: MovementParties }) {
  const { t } = useLingui()
  const mono = (text: string) => <span className="font-mono text-[13px] break-all">{text}</span>
  if (payers.length + payees.length === 0)
    return (
      <p className="text-muted">
        <Trans>The rails named no payer, and nothing is paid out.</Trans>
      </p>
    )
  const paid = payers.map(({ payer }) => ({ name: t`Payer`, value: payer }))
  const named = payees.flatMap((payee) => [
    { name: t`Paid out to`, value: mono(payee.value ?? payee.display) },
    ...(payee.memo ? [{ name: t`Memo`, value: mono(payee.memo) }] : []),
    ...(payee.full_name ? [{ name: t`Account owner`, value: payee.full_name }] : []),
  ])
  return <Facts facts={[...paid, ...named]} />
}
