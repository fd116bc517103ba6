import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequisiteInput } from '../../../api/exchangeTypes'
import { CardChoice } from '../../../domain/card/CardChoice'
import { cardFields, type CardInput } from '../../../domain/cardInput'
import { ownNameWords } from '../../../domain/requisite/ownName'
import { cardTitle, saveCard, savedCardsQuery } from '../../../domain/savedCards'
import { useProblemWords } from '../../../domain/useProblemWords'
import { tokenizeCard } from '../queries'

type InsertCardFormProps = { sandbox: boolean; onDone: (requisite: RequisiteInput, label: string) => void }

/** The card that receives the payout. Its number is tokenised at once; the draft keeps only the last four digits. */
export function InsertCardForm({ sandbox, onDone }: InsertCardFormProps) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const use = (card: { card_token: string; brand: string; last4: string }) =>
    onDone({ kind: 'card', card_token: card.card_token }, cardTitle(card))
  const submit = async (card: CardInput, save: boolean) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      use(save ? await saveCard({ ...card, cvv: '' }) : await tokenizeCard(cardFields(card)))
      if (save) void queries.invalidateQueries({ queryKey: savedCardsQuery.queryKey })
    } catch (error) {
      const ownName = ownNameWords(error)
      setProblem(ownName ? i18n._(ownName) : words(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <CardChoice
      submitLabel={t`Continue`}
      sandbox={sandbox}
      busy={busy}
      problem={problem}
      withCvv={false}
      onSubmit={(card, save) => void submit(card, save)}
      onSaved={use}
    />
  )
}
