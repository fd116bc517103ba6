import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/problemText'
import { AddressText } from '../../domain/AddressText'
import { useCatalogue } from '../../domain/catalogue'
import { problemCode } from '../../domain/problem'
import { QueryCard } from '../../domain/QueryCard'
import { RenameForm } from '../../domain/RenameForm'
import {
  deleteSaved,
  renameSaved,
  type SavedRequisite,
  savedQuery,
  savedTitle,
  shortValue,
} from '../../domain/savedRequisites'
import { useChange } from '../../domain/useChange'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { CurrencyIcon } from '../../ui/CurrencyIcon'
import { DangerQuestion } from '../../ui/DangerQuestion'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'

/** The bank accounts and addresses that the customer has saved. `back` links to the profile page. */
export default function SavedPage({ back }: { back: ReactNode }) {
  return (
    <Page title={<Trans>Withdrawal details</Trans>} back={back}>
      <Saved />
    </Page>
  )
}

function Saved() {
  const queries = useQueryClient()
  const asked = useQuery(savedQuery)
  const [leaving, setLeaving] = useState<SavedRequisite>()
  // Details that were deleted elsewhere are gone as wanted.
  const words = (error: unknown) => (problemCode(error) === 'NOT_FOUND' ? undefined : errorText(error))
  const [naming, setNaming] = useState<string>()
  const { busy, problem, run, attempt } = useChange(words, () =>
    queries.invalidateQueries({ queryKey: savedQuery.queryKey }),
  )
  const remove = () => {
    setLeaving(undefined)
    if (leaving) void run(leaving.id, () => deleteSaved(leaving.id))
  }
  return (
    <QueryCard asked={asked} rows={3}>
      {(all) => (
        <>
          {problem ? <Notice tone="bad">{problem}</Notice> : null}
          {all.length === 0 ? (
            <Nothing />
          ) : (
            <Columns side={<HowToSave />}>
              <Card tight title={<Trans>Saved details</Trans>}>
                <ul className="grid divide-y divide-line/60">
                  {all.map((saved) =>
                    naming === saved.id ? (
                      <RenameForm
                        key={saved.id}
                        name={saved.label ?? ''}
                        charsMax={50}
                        mayBeEmpty
                        onRename={(label) => attempt(saved.id, () => renameSaved(saved.id, label))}
                        onDone={() => setNaming(undefined)}
                      />
                    ) : (
                      <SavedRow
                        key={saved.id}
                        saved={saved}
                        busy={busy === saved.id}
                        onRename={() => setNaming(saved.id)}
                        onDelete={() => setLeaving(saved)}
                      />
                    ),
                  )}
                </ul>
              </Card>
            </Columns>
          )}
          <DeleteQuestion saved={leaving} onClose={() => setLeaving(undefined)} onDelete={remove} />
        </>
      )}
    </QueryCard>
  )
}

function Nothing() {
  return (
    <Card>
      <EmptyState art="bookmark" title={<Trans>No saved details yet</Trans>}>
        <SaveHint />
      </EmptyState>
    </Card>
  )
}

function SaveHint() {
  return (
    <Trans>
      When you enter a bank account or an address for a withdrawal, choose “Save for next time”. You will find it here.
    </Trans>
  )
}

function HowToSave() {
  return (
    <Card title={<Trans>How to save more</Trans>}>
      <p className="text-[14px] text-muted">
        <SaveHint />
      </p>
    </Card>
  )
}

type SavedRowProps = { saved: SavedRequisite; busy: boolean; onRename: () => void; onDelete: () => void }

function SavedRow({ saved, busy, onRename, onDelete }: SavedRowProps) {
  const { t } = useLingui()
  const catalogue = useCatalogue()
  const { currency, payway, memo, label } = saved
  const title = savedTitle(saved)
  const network = catalogue.data?.payways.find((way) => way.code === payway)?.name ?? payway
  const facts = [currency, saved.full_name ?? network, label ? shortValue(saved) : undefined]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <CurrencyIcon code={currency} />
      <div className="grid min-w-40 flex-1 gap-0.5">
        <span className="font-[570] wrap-anywhere">{title}</span>
        <span className="text-[13px] text-muted wrap-anywhere">{facts.filter(Boolean).join(' · ')}</span>
        {memo ? (
          <span className="text-[13px] text-muted wrap-anywhere">
            <Trans>Memo {memo}</Trans>
          </span>
        ) : null}
      </div>
      <span className="-mr-2 ml-auto flex">
        <Button variant="text" onClick={onRename} aria-label={t`Rename ${title}`}>
          <Trans>Rename</Trans>
        </Button>
        <Button variant="text" busy={busy} onClick={onDelete} aria-label={t`Delete ${title}`}>
          <Trans>Delete</Trans>
        </Button>
      </span>
    </li>
  )
}

type DeleteQuestionProps = { saved: SavedRequisite | undefined; onClose: () => void; onDelete: () => void }

/** Shows the whole value, because two short ones can look alike. */
function DeleteQuestion({ saved, onClose, onDelete }: DeleteQuestionProps) {
  return (
    <DangerQuestion
      open={saved !== undefined}
      title={<Trans>Delete these details?</Trans>}
      stay={<Trans>Cancel</Trans>}
      goOn={<Trans>Delete</Trans>}
      onClose={onClose}
      onGoOn={onDelete}
    >
      <p className="wrap-anywhere">{saved ? <AddressText value={saved.value} /> : null}</p>
      <p className="text-muted">
        <Trans>You can enter and save them again. Your orders do not change.</Trans>
      </p>
    </DangerQuestion>
  )
}
