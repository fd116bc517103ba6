import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { RequisiteInput } from '../../../api/exchangeTypes'
import { CardForm } from '../../../domain/card/CardForm'
import { cardFields, type CardInput } from '../../../domain/cardInput'
import { brandName } from '../../../domain/cardName'
import { useProblemWords } from '../../../domain/useProblemWords'
import { tokenizeCard } from '../queries'

type InsertCardFormProps = { sandbox: boolean; onDone: (requisite: RequisiteInput, label: string) => void }

/** The card that receives the payout. Its number is tokenised at once; the draft keeps only the last four digits. */
export function InsertCardForm({ sandbox, onDone }: InsertCardFormProps) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = async (card: CardInput) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const token = await tokenizeCard(cardFields(card))
      onDone({ kind: 'card', card_token: token.card_token }, `${brandName(token.brand)} •••• ${token.last4}`)
    } catch (error) {
      setProblem(words(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <CardForm
      submitLabel={t`Continue`}
      sandbox={sandbox}
      busy={busy}
      problem={problem}
      withCvv={false}
      onSubmit={(card) => void submit(card)}
    />
  )
}
