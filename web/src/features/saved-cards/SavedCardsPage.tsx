import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/problemText'
import { CardForm } from '../../domain/card/CardForm'
import { CardMark } from '../../domain/card/CardMark'
import type { CardInput } from '../../domain/cardInput'
import { problemCode } from '../../domain/problem'
import { QueryCard } from '../../domain/QueryCard'
import { ownNameWords } from '../../domain/requisite/ownName'
import { cardTitle, deleteCard, expiryText, type SavedCard, saveCard, savedCardsQuery } from '../../domain/savedCards'
import { useChange } from '../../domain/useChange'
import { useProblemWords } from '../../domain/useProblemWords'
import { config } from '../../host/config'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { DangerQuestion } from '../../ui/DangerQuestion'
import { Dialog } from '../../ui/Dialog'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'

/** The cards that the customer has saved. `back` links to the profile page. */
export default function SavedCardsPage({ back }: { back: ReactNode }) {
  return (
    <Page title={<Trans>Saved cards</Trans>} back={back} narrow>
      <Cards />
    </Page>
  )
}

function Cards() {
  const queries = useQueryClient()
  const asked = useQuery(savedCardsQuery)
  const [leaving, setLeaving] = useState<SavedCard>()
  const [isAdding, setAdding] = useState(false)
  const refresh = () => queries.invalidateQueries({ queryKey: savedCardsQuery.queryKey })
  // A card that was deleted elsewhere is gone as wanted.
  const words = (error: unknown) => (problemCode(error) === 'NOT_FOUND' ? undefined : errorText(error))
  const { busy, problem, run } = useChange(words, refresh)
  const remove = () => {
    setLeaving(undefined)
    if (leaving) void run(leaving.id, () => deleteCard(leaving.id))
  }
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Trans>Add a card</Trans>
    </Button>
  )
  return (
    <QueryCard asked={asked} rows={3}>
      {(all) => (
        <>
          {problem ? <Notice tone="bad">{problem}</Notice> : null}
          <Card tight={all.length > 0}>
            {all.length === 0 ? (
              <EmptyState art="wallet" title={<Trans>No saved cards yet</Trans>} action={add}>
                <Trans>A saved card pays and receives by one tap. Its number stays with the payment provider.</Trans>
              </EmptyState>
            ) : (
              <ul className="grid divide-y divide-line/60">
                {all.map((card) => (
                  <CardRow key={card.id} card={card} busy={busy === card.id} onDelete={() => setLeaving(card)} />
                ))}
              </ul>
            )}
          </Card>
          {all.length > 0 ? add : null}
          <AddCard open={isAdding} onClose={() => setAdding(false)} onAdded={refresh} />
          <DeleteQuestion card={leaving} onClose={() => setLeaving(undefined)} onDelete={remove} />
        </>
      )}
    </QueryCard>
  )
}

type CardRowProps = { card: SavedCard; busy: boolean; onDelete: () => void }

function CardRow({ card, busy, onDelete }: CardRowProps) {
  const { t } = useLingui()
  const title = cardTitle(card)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <CardMark brand={card.brand} />
      <div className="grid min-w-40 flex-1 gap-0.5">
        <span className="font-[570] wrap-anywhere">{title}</span>
        <span className="text-[13px] text-muted wrap-anywhere">
          {card.holder} · {expiryText(card)}
        </span>
      </div>
      {card.is_expired ? (
        <Badge tone="bad">
          <Trans>Expired</Trans>
        </Badge>
      ) : null}
      <Button variant="text" className="-mr-2 ml-auto" busy={busy} onClick={onDelete} aria-label={t`Delete ${title}`}>
        <Trans>Delete</Trans>
      </Button>
    </li>
  )
}

type AddCardProps = { open: boolean; onClose: () => void; onAdded: () => Promise<void> }

function AddCard({ open, onClose, onAdded }: AddCardProps) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const refusal = (error: unknown) => {
    const ownName = ownNameWords(error)
    return ownName ? i18n._(ownName) : words(error)
  }
  const { busy, problem, run } = useChange(refusal, onAdded)
  const add = async (card: CardInput) => {
    if ((await run('add', () => saveCard(card))).done) onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} title={<Trans>Add a card</Trans>}>
      <div className="grid gap-4">
        <p className="text-muted">
          <Trans>The card must be in your own name.</Trans>
        </p>
        <CardForm
          submitLabel={t`Save card`}
          sandbox={config.sandbox}
          busy={busy === 'add'}
          problem={problem}
          withCvv
          onSubmit={(card) => void add(card)}
        />
      </div>
    </Dialog>
  )
}

type DeleteQuestionProps = { card: SavedCard | undefined; onClose: () => void; onDelete: () => void }

function DeleteQuestion({ card, onClose, onDelete }: DeleteQuestionProps) {
  return (
    <DangerQuestion
      open={card !== undefined}
      title={<Trans>Delete this card?</Trans>}
      stay={<Trans>Cancel</Trans>}
      goOn={<Trans>Delete</Trans>}
      onClose={onClose}
      onGoOn={onDelete}
    >
      <p className="font-[570]">{card ? cardTitle(card) : null}</p>
      <p className="text-muted">
        <Trans>You can save it again. Your orders do not change.</Trans>
      </p>
    </DangerQuestion>
  )
}
