import { useLingui } from '@lingui/react/macro'
import type { Personal } from '../../api/queries'

type Counterparty = Personal['wallets'][number]['beneficiary']

/** The details of another originator or beneficiary, besides the name. */
export function useCounterpartyFacts(counterparty: Counterparty) {
  const { t } = useLingui()
  const id = counterparty?.company_id
  return [
    ...(counterparty ? [{ name: t`Party`, value: counterparty.party === 'person' ? t`A person` : t`A business` }] : []),
    ...(counterparty?.country ? [{ name: t`Country`, value: counterparty.country }] : []),
    ...(id ? [{ name: id.kind === 'lei' ? t`LEI` : t`Register number`, value: id.value }] : []),
  ]
}
