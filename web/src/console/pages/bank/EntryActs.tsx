import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type BankEntry, bankQuery, decideEntry, type EntryState } from '../../api/bank'
import { bankEntriesQuery } from '../../api/paged'
import { ActButton } from '../../parts/ActButton'
import { problemWords } from '../../parts/Loaded'

/** Another operator was faster, and decided otherwise. */
class DecidedOtherwise extends Error {}

/** The classifications of an entry that an operator can choose. One is chosen once. */
export function EntryActs({ entry }: { entry: BankEntry }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const decide = async (as: EntryState, reason: string) => {
    const is = await decideEntry(entry.id, as, reason)
    if (is === as) return { state: 'done' } as const
    void queries.invalidateQueries({ queryKey: bankEntriesQuery.queryKey })
    void queries.invalidateQueries({ queryKey: bankQuery.queryKey })
    throw new DecidedOtherwise()
  }
  const words = (error: unknown) =>
    error instanceof DecidedOtherwise ? t`Another operator has decided this entry otherwise.` : problemWords(error)
  return (
    <span className="inline-flex flex-wrap items-center gap-2 desk:justify-end">
      {entry.is_credit ? (
        <ActButton
          label={<Trans>Take as a payment</Trans>}
          title={<Trans>Take this credit as a payment</Trans>}
          about={
            <>
              {entry.is_like_payment ? (
                <b className="mb-2 block text-bad">
                  <Trans>
                    A payment of the same amount is booked already. Perhaps it is this one: then choose “Done”.
                  </Trans>
                </b>
              ) : null}
              <Trans>
                The money becomes an unidentified payment in the work list. Two operators assign it to its customer.
              </Trans>
            </>
          }
          act={(reason) => decide('payment', reason)}
          words={words}
        />
      ) : null}
      <ActButton
        label={<Trans>Done</Trans>}
        title={<Trans>Nothing to do</Trans>}
        about={<Trans>The entry moves no money here, and leaves the list.</Trans>}
        act={(reason) => decide('done', reason)}
        words={words}
      />
    </span>
  )
}
