import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { WalletNeed } from '../../domain/travel'
import { AnswersForm } from './AnswersForm'
import { declaration } from './answers'
import { declareWallet, type Wallet, walletsQuery } from './queries'
import type { CountrySlot } from './CounterpartyFields'

type QuestionsFormProps = {
  need: WalletNeed
  country: CountrySlot
  onDirty: () => void
  onSaved: (wallet: Wallet) => void
}

/** The questions about the beneficiary's wallet. */
export function QuestionsForm({ need, onSaved, ...rest }: QuestionsFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  return (
    <AnswersForm
      {...rest}
      counterparty="beneficiary"
      words={{
        intro: (
          <Trans>
            For this amount the law requires us to know whose wallet the coins go to. We ask once for each address.
          </Trans>
        ),
        owner: t`Whose wallet is it?`,
        own: t`Mine`,
        other: t`Someone else’s`,
        holding: t`Who keeps its keys?`,
        party: t`Who receives the coins?`,
      }}
      save={async (said) => {
        const wallet = await declareWallet(declaration(need, said))
        void queries.invalidateQueries({ queryKey: walletsQuery.queryKey })
        onSaved(wallet)
      }}
    />
  )
}
