import { Trans, useLingui } from '@lingui/react/macro'
import { FileCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { errorText } from '../../../api/problemText'
import { config } from '../../../host/config'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Notice } from '../../../ui/Notice'
import { Page } from '../../../ui/Page'
import { TextField } from '../../../ui/TextField'
import { KINDS } from '../words'
import { type Checked, useVerify } from './useVerify'
import type { Label } from './verify'

/** /verify-document: checks whether a document is unchanged and was issued here. Files stay in the browser. */
export function VerifyPage() {
  const { t } = useLingui()
  const check = useVerify()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim()) check.mutate({ code: code.trim() })
  }
  return (
    <Page title={<Trans>Check a document</Trans>} narrow>
      <div aria-live="polite" className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden">
        {check.isError ? <Notice tone="bad">{errorText(check.error)}</Notice> : null}
        {check.data && !check.isPending ? <Verdict {...check.data} /> : null}
      </div>
      <Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <p>
            <Trans>
              Scan the code on a document with your camera, choose its file, or type its code. The file is checked here
              in your browser and is not sent anywhere.
            </Trans>
          </p>
          <input
            ref={input}
            className="sr-only"
            type="file"
            accept=".pdf,.xlsx,.csv"
            tabIndex={-1}
            aria-label={t`File of the document`}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              if (file) check.mutate({ file })
              // Allows the same file to be chosen again after a change.
              event.currentTarget.value = ''
            }}
          />
          <Button busy={check.isPending} onClick={() => input.current?.click()}>
            <FileCheck size={18} aria-hidden="true" />
            <Trans>Choose the file</Trans>
          </Button>
          <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <TextField
              label={<Trans>Code of the document</Trans>}
              value={code}
              onChange={setCode}
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
            />
            <Button type="submit" variant="quiet">
              <Trans>Check the code</Trans>
            </Button>
          </form>
        </div>
      </Card>
    </Page>
  )
}

/** Match or no match, and nothing about the document that its reader does not hold. */
export function Verdict({ by, verdict, label }: Checked) {
  if (verdict === 'no-match' && by === 'code') {
    return (
      <Notice tone="wait">
        <Trans>
          We have no document with this code. Documents older than a year are not kept here: check the QR code or the
          file.
        </Trans>
      </Notice>
    )
  }
  if (verdict === 'no-match') {
    return (
      <Notice tone="bad">
        <b>
          <Trans>No match.</Trans>
        </b>{' '}
        <Trans>This document was not issued here, or it was changed.</Trans>
      </Notice>
    )
  }
  if (verdict === 'no-key') {
    return (
      <Notice tone="wait">
        <Trans>We could not get this site’s key. Connect to the internet and try again.</Trans>
      </Notice>
    )
  }
  if (verdict === 'unsupported') {
    return (
      <Notice tone="wait">
        <Trans>
          This browser cannot check signatures. Use a newer one, over a secure connection. Nothing is wrong yet.
        </Trans>
      </Notice>
    )
  }
  return (
    <>
      <Notice tone="ok">
        <b>
          <Trans>Match.</Trans>
        </b>{' '}
        {by === 'file' ? <Trans>The file was issued here, and no character of it was changed.</Trans> : null}
        {by === 'link' ? <Trans>The code was issued here. Compare the paper with what is signed:</Trans> : null}
        {by === 'code' ? <Trans>A document with this code was issued here.</Trans> : null}
      </Notice>
      {config.sandbox || label?.isSandbox ? (
        <Notice tone="wait">
          <Trans>Sandbox. Not real money.</Trans>
        </Notice>
      ) : null}
      {label ? <Signed label={label} /> : null}
    </>
  )
}

/** The content of the code. It comes from the code, not from the server. */
function Signed({ label }: { label: Label }) {
  const { i18n } = useLingui()
  const kind = Object.entries(KINDS).find(([code]) => code === label.kind)?.[1]
  const day = (text: string) => i18n.date(`${text.slice(0, 10)}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' })
  const period = label.from === label.to ? day(label.to) : `${day(label.from)} – ${day(label.to)}`
  const rows = [
    { key: 'kind', name: <Trans>Document</Trans>, value: kind ? i18n._(kind) : label.kind },
    { key: 'number', name: <Trans>Number</Trans>, value: label.number },
    { key: 'holder', name: <Trans>Account holder</Trans>, value: label.holder },
    { key: 'period', name: <Trans>Period</Trans>, value: period },
    ...label.balances.map(({ currency, opening, closing }) => ({
      key: currency,
      name: currency,
      value: `${opening} → ${closing}`,
    })),
  ]
  return (
    <Card>
      <dl className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line/60">
        {rows.map(({ key, name, value }) => (
          <div key={key} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className="font-[570] wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
