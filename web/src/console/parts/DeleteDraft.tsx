import { Trans } from '@lingui/react/macro'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { problemWords } from './Loaded'

/** Deletes a draft that no customer has seen, and reads its list again. */
export function DeleteDraft({ remove, list }: { remove: () => Promise<unknown>; list: QueryKey }) {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: remove,
    onSettled: () => queries.invalidateQueries({ queryKey: list }),
  })
  return (
    <>
      <Button variant="text" small className="text-[14px]!" busy={isPending} onClick={() => mutate()}>
        <Trans>Delete the draft</Trans>
      </Button>
      {error ? <Notice tone="bad">{problemWords(error)}</Notice> : null}
    </>
  )
}
