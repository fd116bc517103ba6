import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/problemText'
import { fieldErrors, problemCode } from '../../domain/problem'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { ChoiceRow } from '../../ui/ChoiceRow'
import { Notice } from '../../ui/Notice'
import { TextField } from '../../ui/TextField'
import type { Endpoint } from './webhooks'

/** A domain that nobody owns (RFC 2606). */
const URL_EXAMPLE = 'https://shop.example/hooks'
const URL_MAX = 500

type WebhookFormProps = {
  /** The endpoint to change. A new one without it. */
  of?: Endpoint
  types: readonly string[]
  onSave: (url: string, types: string[]) => Promise<unknown>
  onCancel: () => void
}

/** The address of an endpoint, and the events that it receives. */
export function WebhookForm({ of, types, onSave, onCancel }: WebhookFormProps) {
  const [url, setUrl] = useState(of?.url ?? '')
  const [isSome, setSome] = useState((of?.types.length ?? 0) > 0)
  const [chosen, setChosen] = useState<readonly string[]>(of?.types ?? [])
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const wrong = (field: string) => fieldErrors(refused).find(({ pointer }) => pointer === `/${field}`)?.message
  // A filter may name groups, which this form does not offer but keeps.
  const offered = [...new Set([...types, ...(of?.types ?? [])])]
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefused(undefined)
    await onSave(url.trim(), isSome ? [...chosen] : []).catch(setRefused)
    setBusy(false)
  }
  const toggle = (type: string) =>
    setChosen(chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type])
  const shown =
    refused !== undefined && fieldErrors(refused).length === 0 && problemCode(refused) !== 'AUTH_2FA_REQUIRED'
  return (
    <Card title={of ? <Trans>Change the webhook</Trans> : <Trans>New webhook</Trans>}>
      <form className="grid gap-4" noValidate onSubmit={(event) => void save(event)}>
        <TextField
          mono
          label={<Trans>Address of your server</Trans>}
          value={url}
          onChange={setUrl}
          maxLength={URL_MAX}
          placeholder={URL_EXAMPLE}
          error={wrong('url')}
        />
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-[13px] font-semibold text-muted">
            <Trans>What does it receive?</Trans>
          </legend>
          <ChoiceRow name="events" checked={!isSome} onChoose={() => setSome(false)}>
            <Trans>All events</Trans>
          </ChoiceRow>
          <ChoiceRow name="events" checked={isSome} onChoose={() => setSome(true)}>
            <Trans>Chosen events</Trans>
          </ChoiceRow>
          {isSome ? (
            <div className="grid gap-x-6 pl-2 sm:grid-cols-2">
              {offered.map((type) => (
                <label key={type} className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
                  <input
                    type="checkbox"
                    className="size-5 shrink-0 accent-(--brand)"
                    checked={chosen.includes(type)}
                    onChange={() => toggle(type)}
                  />
                  <code className="font-mono text-[13px] wrap-anywhere">{type}</code>
                </label>
              ))}
            </div>
          ) : null}
        </fieldset>
        {shown ? <Notice tone="bad">{errorText(refused)}</Notice> : null}
        <div className="grid grid-cols-2 gap-2">
          <Button variant="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={busy} disabled={isSome && chosen.length === 0}>
            {of ? <Trans>Save</Trans> : <Trans>Add</Trans>}
          </Button>
        </div>
      </form>
    </Card>
  )
}
