import { useLingui } from '@lingui/react/macro'
import type { Transaction } from '../../../api/exchangeTypes'
import { CUSTOMER } from '../../../domain/balance'
import { Fact } from './Fact'

/** The counterparty and the note of a transfer. Empty for other types. */
export function CustomerFacts({ transaction }: { transaction: Transaction }) {
  const { t } = useLingui()
  const { requisite } = transaction
  if (requisite?.kind !== 'customer') return null
  return (
    <>
      <Fact label={transaction.from.payway === CUSTOMER ? t`From` : t`To`}>{requisite.display}</Fact>
      {requisite.value ? <Fact label={t`Contact`}>{requisite.value}</Fact> : null}
      {requisite.note ? (
        <Fact label={t`Note`} long>
          {requisite.note}
        </Fact>
      ) : null}
    </>
  )
}
