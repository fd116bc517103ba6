import { useLingui } from '@lingui/react/macro'
import type { Personal } from '../../api/queries'

type Somebody = Personal['wallets'][number]['beneficiary']

/** The details of another originator or beneficiary, besides the name. */
export function useSomebody(somebody: Somebody) {
  const { t } = useLingui()
  const id = somebody?.company_id
  return [
    ...(somebody ? [{ name: t`Party`, value: somebody.party === 'person' ? t`A person` : t`A business` }] : []),
    ...(somebody?.country ? [{ name: t`Country`, value: somebody.country }] : []),
    ...(id ? [{ name: id.kind === 'lei' ? t`LEI` : t`Register number`, value: id.value }] : []),
  ]
}
