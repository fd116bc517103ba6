import { Trans, useLingui } from '@lingui/react/macro'
import type { Personal } from '../../api/queries'
import { Facts } from '../../parts/Facts'
import { whenText } from '../../parts/when'
import { useCounterpartyFacts } from './counterparty'

type Originator = Personal['senders'][number]

/** The originators that the customer declared for incoming coins. */
export function DeclaredOriginators({ senders }: { senders: readonly Originator[] }) {
  if (senders.length === 0) return null
  return (
    <section className="mt-5 grid gap-3">
      <h3 className="font-semibold">
        <Trans>Senders of coins</Trans>
      </h3>
      <ul className="grid gap-4">
        {senders.map((sender) => (
          <OriginatorFacts key={sender.transaction_id ?? ''} sender={sender} />
        ))}
      </ul>
    </section>
  )
}

function OriginatorFacts({ sender }: { sender: Originator }) {
  const { t, i18n } = useLingui()
  const { originator } = sender
  const counterparty = useCounterpartyFacts(originator)
  const facts = [
    { name: t`Sender`, value: sender.owner === 'own' ? t`The customer` : (originator?.name ?? '–') },
    ...counterparty,
    { name: t`Held by`, value: sender.service ?? t`Its owner` },
    { name: t`Stated`, value: whenText(sender.declared_at, i18n.locale) },
  ]
  return (
    <li className="grid gap-1">
      <p className="font-mono text-[13px] break-all">
        {sender.transaction_id ?? <Trans>For the next payment that needs it</Trans>}
      </p>
      <Facts facts={facts} />
    </li>
  )
}
