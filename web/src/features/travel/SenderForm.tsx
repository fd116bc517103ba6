import { Trans, useLingui } from '@lingui/react/macro'
import { AnswersForm } from './AnswersForm'
import { sender } from './answers'
import { tellSender } from './queries'
import type { CountrySlot } from './CounterpartyFields'

type SenderFormProps = { country: CountrySlot; onDirty: () => void; onDone: () => void }

/** The questions about the originator of incoming coins. */
export function SenderForm({ onDone, ...rest }: SenderFormProps) {
  const { t } = useLingui()
  return (
    <AnswersForm
      {...rest}
      counterparty="originator"
      words={{
        intro: <Trans>For this amount the law requires us to know who sends the coins. We ask for each payment.</Trans>,
        owner: t`Who sends the coins?`,
        own: t`I do`,
        other: t`Someone else`,
        holding: t`Who keeps the keys of the wallet they come from?`,
        party: t`Who is it?`,
      }}
      save={async (said) => {
        await tellSender(sender(said))
        onDone()
      }}
    />
  )
}
