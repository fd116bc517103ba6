import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/Button'
import { ChoiceRow } from '../../ui/ChoiceRow'
import { Skeleton } from '../../ui/Skeleton'
import { type SavedCard, cardTitle, expiryText, savedCardsQuery } from '../savedCards'
import { CardForm, type CardFormProps } from './CardForm'
import { CardMark } from './CardMark'

type CardChoiceProps = Omit<CardFormProps, 'saves'> & {
  /** The last card was declined, so that another one is asked for. */
  isDeclined?: boolean
  /** A saved card is chosen. */
  onSaved: (card: SavedCard) => void
}

const ANOTHER = 'another'

/** A saved card, or the form for another one. Without saved cards, the form alone. */
export function CardChoice({ onSaved, isDeclined = false, ...form }: CardChoiceProps) {
  const asked = useQuery(savedCardsQuery)
  const name = useId()
  const [picked, pick] = useState<string>()
  if (asked.isPending) return <Skeleton className="h-72" />
  // Without the list, a card can still be typed.
  const cards = (asked.data ?? []).filter((card) => !card.is_expired)
  const [first] = cards
  if (!first) return <CardForm {...form} saves />
  const usual = isDeclined ? undefined : first
  const chosen = picked === ANOTHER ? undefined : (cards.find(({ id }) => id === picked) ?? usual)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen) onSaved(chosen)
  }
  const row = (id: string, text: ReactNode, card?: SavedCard) => (
    <ChoiceRow key={id} name={name} checked={id === (chosen?.id ?? ANOTHER)} onChoose={() => pick(id)}>
      <CardMark brand={card?.brand} />
      <span className="min-w-24 flex-1 font-[570] wrap-anywhere">{text}</span>
      {card ? <span className="text-[14px] text-muted tabular-nums">{expiryText(card)}</span> : null}
    </ChoiceRow>
  )
  return (
    <div className="grid gap-4">
      <fieldset className="grid grid-cols-1 gap-2">
        <legend className="sr-only">
          <Trans>Card</Trans>
        </legend>
        {cards.map((card) => row(card.id, cardTitle(card), card))}
        {row(ANOTHER, <Trans>Another card</Trans>)}
      </fieldset>
      {chosen ? (
        <form className="grid gap-3" onSubmit={submit}>
          {form.problem ? (
            <p className="text-[14px] text-bad" role="alert">
              {form.problem}
            </p>
          ) : null}
          <Button type="submit" busy={form.busy}>
            {form.submitLabel}
          </Button>
        </form>
      ) : (
        <CardForm {...form} saves />
      )}
    </div>
  )
}
