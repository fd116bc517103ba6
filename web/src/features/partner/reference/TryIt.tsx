import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { config } from '../../../host/config'
import { Badge } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { CopyButton } from '../../../ui/CopyButton'
import { TextField } from '../../../ui/TextField'
import { curlOf, type Operation } from './document'
import { type Answered, send } from './send'

const BODY_MAX = 10_000
const KEY_HEADER = 'Idempotency-Key'

/** A new idempotency key where an operation takes one. */
const firstValues = ({ parameters }: Operation): Record<string, string> =>
  parameters.some(({ name }) => name === KEY_HEADER) ? { [KEY_HEADER]: crypto.randomUUID() } : {}

/** The request of an operation: to copy for a shell, and in a sandbox to send with a test key. */
export function TryIt({ operation, apiKey }: { operation: Operation; apiKey: string }) {
  const { t } = useLingui()
  const [parameters, setParameters] = useState(() => firstValues(operation))
  const [body, setBody] = useState(operation.example === undefined ? '' : JSON.stringify(operation.example, null, 2))
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answered>()
  const entered = { parameters, body }
  const curl = curlOf(operation, window.location.origin, entered)
  const run = async () => {
    setBusy(true)
    setAnswer(await send(operation, { ...entered, key: apiKey.trim() }))
    setBusy(false)
  }
  return (
    <section aria-label={t`Request`} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-m bg-sunken p-4">
      {operation.parameters.map(({ name, isRequired }) => (
        <TextField
          key={name}
          label={name}
          value={parameters[name] ?? ''}
          onChange={(value) => setParameters({ ...parameters, [name]: value })}
          required={isRequired}
          mono
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
        />
      ))}
      {operation.example === undefined ? null : (
        <TextField
          as="textarea"
          rows={Math.min(body.split('\n').length, 14)}
          className="h-auto!"
          label={<Trans>Body</Trans>}
          value={body}
          onChange={setBody}
          mono
          spellCheck={false}
          maxLength={BODY_MAX}
        />
      )}
      <div className="flex items-start gap-2">
        <pre className="min-w-0 flex-1 py-3 font-mono text-[12px] leading-relaxed whitespace-pre-wrap wrap-anywhere">
          {curl}
        </pre>
        <CopyButton text={curl} label={t`Copy the command`} />
      </div>
      {config.sandbox ? (
        <div>
          <Button
            small
            busy={busy}
            disabledReason={apiKey.trim() ? undefined : t`Enter a test key above to try it.`}
            onClick={() => void run()}
          >
            <Trans>Send</Trans>
          </Button>
        </div>
      ) : null}
      <div aria-live="polite">{answer ? <Response answer={answer} /> : null}</div>
    </section>
  )
}

function Response({ answer }: { answer: Answered }) {
  if (answer.kind === 'offline')
    return (
      <p className="text-[14px] text-bad">
        <Trans>The server did not answer. Check your connection and send it again.</Trans>
      </p>
    )
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2 text-[13px] text-muted">
        <Badge tone={answer.isOk ? 'ok' : 'bad'}>{answer.status}</Badge>
        {answer.milliseconds} ms
        {answer.request ? <code className="font-mono wrap-anywhere">{answer.request}</code> : null}
      </p>
      <pre className="rounded-m bg-surface p-3 font-mono text-[12px] leading-relaxed whitespace-pre-wrap wrap-anywhere">
        {answer.text}
      </pre>
    </div>
  )
}
