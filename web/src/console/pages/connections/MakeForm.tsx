import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { isApiError } from '../../../api/problem'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { connectionsQuery, makeConnection, type NewBank, type NewCards } from '../../api/connections'
import { problemWords } from '../../parts/Loaded'
import { Panel } from '../../parts/Panel'

type MakeFormProps = {
  kind: 'bank' | 'cards'
  isChange: boolean
  title: ReactNode
  body: () => NewBank | NewCards
  /** The fields, with the server's rule of a field by its name. */
  fields: (rule: (field: string) => string | undefined) => ReactNode
  onOpen: () => void
}

/** A button and its form, which makes a draft of a connection. */
export function MakeForm({ kind, isChange, title, body, fields, onOpen }: MakeFormProps) {
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const make = useMutation({
    mutationFn: () => makeConnection(kind, body()),
    onSuccess: () => setOpen(false),
    onSettled: () => queries.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
  })
  const broken = isApiError(make.error) ? make.error.fields : []
  const rule = (field: string) => broken.find(({ pointer }) => pointer === `/${field}`)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!make.isPending) make.mutate()
  }
  const begin = () => {
    make.reset()
    onOpen()
    setOpen(true)
  }
  return (
    <>
      <Button variant="quiet" small className="text-[14px]!" onClick={begin}>
        {isChange ? <Trans>Change</Trans> : <Trans>Connect</Trans>}
      </Button>
      <Panel open={open} onClose={() => (make.isPending ? undefined : setOpen(false))} title={title}>
        <form className="grid gap-4" noValidate onSubmit={submit}>
          {fields(rule)}
          {make.error && broken.length === 0 ? <Notice tone="bad">{problemWords(make.error)}</Notice> : null}
          <div className="grid grid-cols-2 gap-2">
            <Button variant="quiet" disabled={make.isPending} onClick={() => setOpen(false)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" variant="primary" busy={make.isPending}>
              <Trans>Save the draft</Trans>
            </Button>
          </div>
        </form>
      </Panel>
    </>
  )
}
